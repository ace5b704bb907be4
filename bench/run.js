import { caseNames, loadCase } from './lib/cases.js';
import { checkBudgets } from './lib/check.js';
import { readOptions } from './lib/options.js';
import { describeProfile } from './lib/profile.js';
import { describePeers, updateReadme, writeResult } from './lib/results.js';
import { toTable } from './lib/table.js';

const names = await caseNames();
const { cases, check, keep, pinned, profiles, effort } = readOptions(names);
if (!pinned) console.error('Servers and load are not pinned to cores of their own: expect more noise.');

const results = [];
for (const name of cases) {
  const { about, run } = await loadCase(name);
  console.error(`${name}: ${about} ...`);
  const rows = await run(effort);
  results.push({ name, rows });
  if (keep) await writeResult({ name, about, pinned, rows });
}
console.log(toTable(results));
console.log(`\nNode ${process.version}, ${await describePeers()}.`);
if (keep) await updateReadme(names);

if (profiles !== null) {
  const servers = results.flatMap(({ rows }) => rows.filter(({ more }) => more !== undefined));
  for (const { variant } of servers) console.log(`\n${await describeProfile(profiles, variant)}`);
}

const misses = check ? results.flatMap(({ name, rows }) => checkBudgets(name, rows)) : [];
for (const miss of misses) console.error(miss);
process.exitCode = misses.length > 0 ? 1 : 0;
