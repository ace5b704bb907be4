import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { differential } from '../drivers/support/differential.ts';
import { recordedRequests, watchByDevtools } from '../support/watch-by-devtools.ts';

const root = join(import.meta.dirname, '..', '..');
const requests = Number(process.env.REQUESTS ?? 10_000);
const seed = 20261123;

/** Generated requests to one driver with devtools, and to the other one without. */
const compare = async (watched: 'koa' | 'fastify'): Promise<string[]> => {
  const before = recordedRequests();
  const { differences, reported } = await differential(requests, seed, watchByDevtools, watched);
  const recorded = recordedRequests() - before;
  console.log(
    `${differences.length} of ${requests} requests differ with devtools on ${watched}, ${recorded} were recorded`,
  );
  const found = differences.slice(0, 10).map((difference) => JSON.stringify(difference));
  if (!isDeepStrictEqual(reported.koa, reported.fastify)) found.push(`other errors are reported on ${watched}`);
  // The others are refused by Node's parser, before there is a request.
  if (recorded < requests / 2) found.push(`only ${recorded} requests were recorded on ${watched}`);
  return found;
};

/** Devtools change nothing: the suites of both drivers with every request recorded, and generated requests with against without. */
export const run = async (): Promise<readonly string[]> => {
  const found = [...(await compare('koa')), ...(await compare('fastify'))];
  const { status } = spawnSync('npm', ['test', '--', 'tests/drivers/conformance'], {
    cwd: root,
    env: { ...process.env, TAPROOT_DEVTOOLS: '1' },
    stdio: 'inherit',
  });
  return status === 0 ? found : [...found, 'the suites of the drivers fail with devtools'];
};
