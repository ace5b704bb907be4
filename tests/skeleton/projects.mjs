import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { mysqlUrl, pgsqlUrl } from '../support/database-urls.mjs';

const urls = { pgsql: pgsqlUrl, mysql: mysqlUrl };

const answers = (url) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      resolve(true);
      socket.destroy();
    });
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(false));
  });

/** Koa on SQLite is not here: with these the skeleton's tests run anyway. */
const pairs =
  process.env.TAPROOT_PAIRS === 'all'
    ? ['sqlite:fastify', 'pgsql:koa', 'pgsql:fastify', 'mysql:koa', 'mysql:fastify']
    : ['pgsql:koa', 'mysql:fastify'];

/** Say the same on any database and driver. They run on Koa with SQLite, and with TAPROOT_PAIRS=all everywhere. */
const sameOnAny = process.env.TAPROOT_PAIRS === 'all' ? [] : ['limits', 'pages', 'post-policy', 'slugs'];

/**
 * Projects that run the skeletons' tests on other databases and drivers: every database and every driver once, with
 * TAPROOT_PAIRS=all each pair of them. Says which it leaves out, where a server does not answer.
 */
export const skeletonProjects = async (base) => {
  // A copy of the packages alone, as for mutations, has no skeleton.
  if (!existsSync(join(base.rootDir, 'app-skeleton'))) return [];
  const required = process.env.TAPROOT_SERVICES === 'required';
  const there = { sqlite: true, pgsql: await answers(urls.pgsql), mysql: await answers(urls.mysql) };
  const runs = pairs.filter((pair) => required || there[pair.split(':')[0]]);
  for (const pair of pairs.filter((one) => !runs.includes(one)))
    process.stderr.write(`The skeleton is not tested on ${pair.replace(':', ' with ')}: no database answers.\n`);
  return runs.flatMap((run) =>
    Object.entries({ skeleton: 'app-skeleton', web: 'web-skeleton' }).map(([name, folder]) => ({
      ...base,
      displayName: `${name} ${run}`,
      roots: [`<rootDir>/${folder}`],
      testMatch: [`<rootDir>/${folder}/tests/**/*.test.ts`],
      testPathIgnorePatterns: sameOnAny.map((test) => `/app-skeleton/tests/${test}\\.test\\.ts$`),
      globals: { skeletonRun: run },
      setupFilesAfterEnv: ['<rootDir>/tests/skeleton/support/own-database.ts'],
    })),
  );
};
