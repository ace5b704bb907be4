import { get } from '../wire/attack.ts';
import { sendAttack } from '../wire/send-attack.ts';
import { faults } from './faults.ts';
import { GoodClient } from './good-client.ts';
import { ServerProcess } from './server-process.ts';

/** What is reported of a fault, where it is not its own path. */
const messages: Readonly<Record<string, RegExp>> = {
  '/fault/null': /^null$/,
  '/fault/cyclic': /circular/i,
  '/fault/twice': /next\(\)/,
};

/** Every fault so many times among good requests: what became of the process, the good ones, and the log. */
export const injectFaults = async (driver: string, times: number) => {
  const server = await ServerProcess.start(driver, { http: { keep_alive_timeout: 60 } });
  const client = new GoodClient(server.port);
  const wrong: string[] = [];
  const { pid } = await server.vitals();
  for (let round = 0; round < times; round += 10) {
    await Promise.all(
      faults
        .flatMap((path) =>
          Array.from({ length: Math.min(10, times - round) }, () => [
            sendAttack(server.port, get(path)),
            client.send(),
          ]),
        )
        .flat(),
    );
  }
  client.close();
  const after = await server.vitals();
  await server.stop();
  if (after.pid !== pid) wrong.push('The process is another one.');
  wrong.push(...client.wrong);
  const reports = faults.map((path) => {
    const pattern = messages[path] ?? new RegExp(`^${path}$`);
    const reported = Object.entries(after.reports)
      .filter(([message]) => pattern.test(message))
      .reduce((sum, [, count]) => sum + count, 0);
    if (reported !== times) wrong.push(`${path}: ${reported} reports of ${times} faults`);
    return [path, reported] as const;
  });
  const known = reports.reduce((sum, [, count]) => sum + count, 0);
  const all = Object.values(after.reports).reduce((sum, count) => sum + count, 0);
  if (all !== known)
    wrong.push(`${all - known} reports are of nothing that was done: ${Object.keys(after.reports).join('; ')}`);
  return { driver, faults: times * faults.length, good: client.takeTimes().count, reports: all, wrong };
};
