import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../routing/support/temporary-directory.ts';
import { Random } from '../support/random.ts';
import { type Served, serve } from '../support/serve.ts';
import { differentialRoutes } from './support/differential-routes.ts';
import { howMany } from './support/how-many.ts';
import { randomRequest } from './support/random-requests.ts';
import { type RawReply, sendRaw } from './support/send-raw.ts';

const seed = Number(process.env['SEED'] ?? 20261121);
const own = /^(?:Date|Connection|Keep-Alive|X-Request-Id):/i;

const comparable = ({ status, headers, body }: RawReply) => ({
  status,
  headers: headers.filter((header) => !own.test(header)),
  body: body.replace(/"request_id":"\w+"/, '').replace(/Request \w+/, ''),
});

describe('the Koa driver and the Fastify driver', () => {
  const directory = temporaryDirectory();
  let koa: Served;
  let fastify: Served;
  const reported: Record<string, string[]> = { koa: [], fastify: [] };

  beforeAll(async () => {
    mkdirSync(join(directory, 'sub'));
    for (const file of ['hello.txt', 'sub/page.html', '.hidden']) {
      writeFileSync(join(directory, file), `This is ${file}.\n`);
      utimesSync(join(directory, file), 1_800_000_000, 1_800_000_000);
    }
    const open = (driver: string) =>
      serve(differentialRoutes(directory, new Random(seed)), {
        driver,
        apply: (app) => app.hooks.report.tap('test', (error) => void reported[driver]?.push(String(error))),
      });
    [koa, fastify] = await Promise.all([open('koa'), open('fastify')]);
  });
  afterAll(() => Promise.all([koa.close(), fastify.close()]));

  test(`R-15 answer ${howMany(500, 10_000)} generated requests alike (seed ${seed})`, async () => {
    const random = new Random(seed);
    const statuses = new Map<number, number>();
    const differences: unknown[] = [];
    const compare = async (request: string): Promise<void> => {
      const [one, other] = await Promise.all([sendRaw(koa.port, request), sendRaw(fastify.port, request)]);
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
      const [left, right] = [comparable(one), comparable(other)];
      if (JSON.stringify(left) !== JSON.stringify(right)) differences.push({ request, koa: left, fastify: right });
    };
    for (let sent = 0; sent < howMany(500, 10_000); sent += 20)
      await Promise.all(random.list(20, () => randomRequest(random)).map(compare));
    expect(differences).toEqual([]);
    expect(reported['fastify']?.toSorted()).toEqual(reported['koa']?.toSorted());
    // What is generated reaches successes, refusals and failures alike.
    for (const status of [200, 204, 400, 404, 405, 415, 500]) expect([...statuses.keys()]).toContain(status);
  }, 300_000);
});
