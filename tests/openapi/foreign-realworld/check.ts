// Sends what RealWorld asks to both applications: node --import tsx check.ts
import { boot as functional } from './functional/bootstrap/app.ts';
import { boot as injected } from './injected/bootstrap/app.ts';
import { objectOf, operationsOf, published } from './published.ts';
import { runScenario } from './scenario.ts';

const promised = [...operationsOf(published)].flatMap(([operation, { responses }]) =>
  Object.keys(objectOf(responses)).map((status) => `${operation} ${status}`),
);

for (const [name, boot] of Object.entries({ injected, functional })) {
  const app = await boot({ env: { APP_ENV: 'testing', HASH_MEMORY: '64' } });
  const { requests, faults, met } = await runScenario(app);
  await app.close();
  for (const fault of faults) console.log(`${name}: ${fault}`);
  const seen = promised.filter((answer) => met.has(answer));
  const more = [...met].filter((answer) => !promised.includes(answer));
  console.log(
    `${name}: ${requests} requests, ${faults.length} faults; met ${seen.length} of ${promised.length} answers`,
  );
  console.log(`  beyond RealWorld: ${more.join(', ') || 'none'}`);
  console.log(`  not met: ${promised.filter((answer) => !met.has(answer)).join(', ')}`);
  if (faults.length > 0) process.exitCode = 1;
}
