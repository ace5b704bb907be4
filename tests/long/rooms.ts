import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setup } from '@taproot/core';
import { database, sql } from '@taproot/database';

const root = join(import.meta.dirname, '..', '..');
const workers = 2;

const servers: Readonly<Record<string, string>> = {
  PostgreSQL: process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test',
  MariaDB: process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test',
};

const dropDatabases = async (url: string, name: string): Promise<void> => {
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: url } })
    .withPlugins([database()])
    .create();
  for (let worker = 1; worker <= workers; worker++)
    await sql`drop database if exists ${sql.id(`${name}_${worker}`)}`.execute(app.facades.DB());
  await app.close();
};

/** The tests of examples/rooms on each database with each HTTP driver. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const name = `rooms_${randomBytes(4).toString('hex')}`;
  const addresses = {
    SQLite: 'sqlite:storage/test_{worker}.sqlite',
    ...Object.fromEntries(
      Object.entries(servers).map(([engine, url]) => [engine, url.replace(/[^/]*$/, `${name}_{worker}`)]),
    ),
  };
  try {
    for (const [engine, url] of Object.entries(addresses)) {
      for (const driver of ['koa', 'fastify']) {
        const env = { ...process.env, APP_ENV: 'testing', DATABASE_URL: url, HTTP_DRIVER: driver };
        const began = performance.now();
        const arguments_ = ['test', '--', 'examples/rooms', `--maxWorkers=${workers}`];
        const { status, stderr } = spawnSync('npm', arguments_, { cwd: root, env, encoding: 'utf8' });
        const [passed = 'Tests: none'] = /^Tests: .*$/m.exec(stderr) ?? [];
        console.log(`${engine}, ${driver}: ${passed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
        if (status !== 0) faults.push(`${engine} with ${driver}: ${stderr.slice(-4000)}`);
      }
    }
  } finally {
    for (const url of Object.values(servers)) await dropDatabases(url, name);
  }
  return faults;
};
