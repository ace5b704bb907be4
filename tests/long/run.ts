import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import compilePrograms from '../support/programs.mjs';

/** A long test: prints what it measured, and resolves to what was not as it must be. Some take a number of repetitions. */
export type LongTest = (count?: number) => Promise<readonly string[]>;

// `node tests/long/run.ts soak` runs soak.ts; `dev-server-peers 5` makes 5 changes; without a name all of them run, one after another.
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))
  .toSorted();
const words = process.argv.slice(2).map((name) => name.toLowerCase());
const isCount = (word: string): boolean => /^[1-9]\d*$/.test(word);
const count = words.find(isCount);
const asked = words.filter((word) => !isCount(word));
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no long test ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}

await compilePrograms();
for (const name of asked.length > 0 ? asked : known) {
  const { run } = (await import(join(import.meta.dirname, `${name}.ts`))) as { run: LongTest };
  const faults = await (count === undefined ? run() : run(Number(count)));
  console.log(`${name}: ${faults.length === 0 ? 'held' : `failed\n  ${faults.join('\n  ')}`}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
