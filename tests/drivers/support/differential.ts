import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '@taproot/core';
import { Random } from '../../support/random.ts';
import { type Served, serve } from '../../support/serve.ts';
import { differentialRoutes } from './differential-routes.ts';
import { randomRequest } from './random-requests.ts';
import { type RawReply, sendRaw } from './send-raw.ts';

export interface Differential {
  /** Each with the request, as it was sent, and both replies. */
  readonly differences: readonly object[];
  /** What the application of each driver reported, sorted. */
  readonly reported: Readonly<Record<'koa' | 'fastify', readonly string[]>>;
  /** How many replies had each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

const own = /^(?:Date|Connection|Keep-Alive|X-Request-Id):/i;

const comparable = ({ status, headers, body }: RawReply) => ({
  status,
  headers: headers.filter((header) => !own.test(header)),
  body: body.replace(/"request_id":"\w+"/, '').replace(/<code>\w+<\/code>/, ''),
});

const writeFiles = (): string => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-differential-')));
  mkdirSync(join(directory, 'sub'));
  for (const file of ['hello.txt', 'sub/page.html', '.hidden']) {
    writeFileSync(join(directory, file), `This is ${file}.\n`);
    // In the past: a date ahead of the clock is told as that of the reply.
    utimesSync(join(directory, file), 1_700_000_000, 1_700_000_000);
  }
  return directory;
};

/** Sends so many generated requests, twenty at once, to the same random routes on both drivers; `watch` sees the application of `watched`. */
export const differential = async (
  requests: number,
  seed: number,
  watch: (app: Application) => void = () => undefined,
  watched: 'koa' | 'fastify' = 'fastify',
): Promise<Differential> => {
  const directory = writeFiles();
  const reported = { koa: [] as string[], fastify: [] as string[] };
  const open = (driver: 'koa' | 'fastify'): Promise<Served> =>
    serve(differentialRoutes(directory, new Random(seed)), {
      driver,
      apply: (app) => {
        app.hooks.report.tap('test', (error) => void reported[driver].push(String(error)));
        if (driver === watched) watch(app);
      },
    });
  const [koa, fastify] = await Promise.all([open('koa'), open('fastify')]);
  const random = new Random(seed);
  const statuses = new Map<number, number>();
  const differences: object[] = [];
  const compare = async (request: string): Promise<void> => {
    const [one, other] = await Promise.all([sendRaw(koa.port, request), sendRaw(fastify.port, request)]);
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
    const [left, right] = [comparable(one), comparable(other)];
    if (JSON.stringify(left) !== JSON.stringify(right)) differences.push({ request, koa: left, fastify: right });
  };
  try {
    for (let sent = 0; sent < requests; sent += 20)
      await Promise.all(random.list(20, () => randomRequest(random)).map(compare));
  } finally {
    await Promise.all([koa.close(), fastify.close()]);
    rmSync(directory, { recursive: true });
  }
  return { differences, statuses, reported: { koa: reported.koa.toSorted(), fastify: reported.fastify.toSorted() } };
};
