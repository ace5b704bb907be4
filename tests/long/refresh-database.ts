import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeRefreshedTests } from './fixtures/refreshed-tests.ts';
import { onEachEngine } from './support/worker-databases.ts';

const root = join(import.meta.dirname, '..', '..');
const workers = 4;
const shuffled = 20;

interface Outcome {
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

const runTests = (folder: string, url: string, by: string, ...flags: readonly string[]): Outcome => {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const began = performance.now();
  const { stderr } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, `--maxWorkers=${workers}`, ...flags],
    {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url, REFRESH_BY: by, REFRESH_FOLDER: folder },
      encoding: 'utf8',
    },
  );
  const passed = /^Tests: +200 passed, 200 total$/m.test(stderr);
  return { passed, seconds: (performance.now() - began) / 1000, output: stderr };
};

/** 200 tests with a database in 4 workers: refreshed by transactions, by truncation, and in 20 shuffled orders. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const folder = writeRefreshedTests(join(root, 'tests/.tmp'));
  try {
    await onEachEngine({ prefix: 'refreshed', sqlite: 'sqlite:storage/{worker}.sqlite', workers }, (engine, url) => {
      const judge = (what: string, { passed, output, seconds }: Outcome): string => {
        if (!passed) faults.push(`${engine}, ${what}: ${output.slice(-2000)}`);
        return seconds.toFixed(1);
      };
      // The first run makes the databases.
      const first = judge('first', runTests(folder, url, 'transaction'));
      const transaction = judge('transaction', runTests(folder, url, 'transaction'));
      const truncation = judge('truncation', runTests(folder, url, 'truncation'));
      console.log(`${engine}: made and run ${first} s; transactions ${transaction} s, truncation ${truncation} s`);
      let green = 0;
      for (let seed = 1; seed <= shuffled; seed++) {
        const by = seed % 5 === 0 ? 'truncation' : 'transaction';
        const outcome = runTests(folder, url, by, '--randomize', `--seed=${seed}`);
        judge(`shuffled by seed ${seed}`, outcome);
        if (outcome.passed) green++;
      }
      console.log(`${engine}: ${green} of ${shuffled} shuffled runs green`);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
};
