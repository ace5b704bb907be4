import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from '@taproot/core';
import { database, sql } from '@taproot/database';
import { writeRefreshedTests } from './fixtures/refreshed-tests.ts';

const root = join(import.meta.dirname, '..', '..');
const workers = 4;
const shuffled = 20;

const servers: Readonly<Record<string, string>> = {
  PostgreSQL: process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test',
  MariaDB: process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test',
};

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

const dropDatabases = async (url: string, name: string): Promise<void> => {
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: url } })
    .withPlugins([database()])
    .create();
  for (let worker = 1; worker <= workers; worker++)
    await sql`drop database if exists ${sql.id(`${name}_${worker}`)}`.execute(app.facades.DB());
  await app.close();
};

/** 200 tests with a database in 4 workers: refreshed by transactions, by truncation, and in 20 shuffled orders. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const folder = writeRefreshedTests(join(root, 'tests/.tmp'));
  const name = `refreshed_${randomBytes(4).toString('hex')}`;
  const addresses = {
    SQLite: 'sqlite:storage/{worker}.sqlite',
    ...Object.fromEntries(
      Object.entries(servers).map(([kind, url]) => [kind, url.replace(/[^/]*$/, `${name}_{worker}`)]),
    ),
  };
  try {
    for (const [engine, url] of Object.entries(addresses)) {
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
    }
    for (const url of Object.values(servers)) await dropDatabases(url, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
};
