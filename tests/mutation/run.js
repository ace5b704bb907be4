// Mutates what `targets.js` lists, one target after another: `node run.js` all of them, `node run.js "dot access"` one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { copyTree } from './copy-tree.js';
import { targets } from './targets.js';

const root = join(import.meta.dirname, '..', '..');
const stryker = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
if (!existsSync(stryker)) spawnSync('npm', ['ci'], { cwd: import.meta.dirname, stdio: 'inherit' });

// The targets' tests read sources: no bundles and programs are made for them, which would take longer than the tests.
const jest = 'node node_modules/jest/bin/jest.js --bail --globalSetup=./tests/mutation/no-programs.js';

const options = ({ files, tests }) => ({
  testRunner: 'command',
  commandRunner: { command: `${jest} ${tests.join(' ')}` },
  mutate: files,
  // The tree is a copy; a second one inside it would resolve its packages to the first.
  inPlace: true,
  coverageAnalysis: 'off',
  concurrency: Number(process.env.MUTATION_JOBS ?? Math.max(1, availableParallelism() - 1)),
  timeoutMS: 20_000,
  reporters: ['json'],
  jsonReporter: { fileName: 'mutation.json' },
  checkers: [],
  allowConsoleColors: false,
  allowEmpty: false,
});

const noticed = new Set(['Killed', 'Timeout', 'RuntimeError', 'CompileError']);

/** What became of the mutants of one target: how many there were, how many ran out of time, and those nobody noticed. */
const mutate = (target, tree) => {
  writeFileSync(join(tree, 'stryker.config.json'), JSON.stringify(options(target)));
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.json'], {
    cwd: tree,
    env: { ...process.env, TAPROOT_TESTS: 'sources' },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}.`);
  const { files } = JSON.parse(readFileSync(join(tree, 'mutation.json'), 'utf8'));
  const mutants = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  );
  const counted = mutants.filter(({ status }) => status !== 'Ignored');
  return {
    total: counted.length,
    late: counted.filter(({ status }) => status === 'Timeout').length,
    survivors: counted.filter(({ status }) => !noticed.has(status)),
  };
};

const asked = process.argv.slice(2);
const names = targets.map(({ name }) => name);
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`There is no target "${unknown}". There are: ${names.join(', ')}.`);

const rows = {};
for (const target of targets.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const tree = copyTree(root);
  try {
    const { total, late, survivors } = mutate(target, tree);
    const score = total === 0 ? 0 : ((total - survivors.length) / total) * 100;
    rows[target.name] = {
      mutants: total,
      'out of time': late,
      survived: survivors.length,
      score: `${score.toFixed(1)} %`,
      least: `${target.least} %`,
    };
    for (const { file, location, mutatorName, replacement } of survivors)
      console.log(`survived: ${file}:${location.start.line}:${location.start.column} ${mutatorName} -> ${replacement}`);
    if (score < target.least) process.exitCode = 1;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
console.table(rows);
