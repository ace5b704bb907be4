import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import compilePrograms from '../support/programs.mjs';

/** A long test: prints what it measured, and resolves to what was not as it must be. */
export type LongTest = () => Promise<readonly string[]>;

// `node tests/long/run.ts soak` runs soak.ts; without a name all of them run, one after another.
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))
  .toSorted();
const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no long test ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}

await compilePrograms();
for (const name of asked.length > 0 ? asked : known) {
  const { run } = (await import(join(import.meta.dirname, `${name}.ts`))) as { run: LongTest };
  const faults = await run();
  console.log(`${name}: ${faults.length === 0 ? 'held' : `failed\n  ${faults.join('\n  ')}`}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
