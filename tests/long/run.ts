import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import compilePrograms from '../support/programs.mjs';

await compilePrograms();

/** A long test: prints what it measured, and resolves to what was not as it must be. */
export type LongTest = () => Promise<readonly string[]>;

// One file for each figure: `node tests/long/run.ts R-04` runs r-04.ts, without a name all of them, one after another.
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))
  .toSorted();
const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);

for (const name of asked.length > 0 ? asked : known) {
  const { run } = (await import(join(import.meta.dirname, `${name}.ts`))) as { run: LongTest };
  const faults = await run();
  console.log(`${name.toUpperCase()}: ${faults.length === 0 ? 'held' : `failed\n  ${faults.join('\n  ')}`}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
