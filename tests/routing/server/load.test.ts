import { afterEach, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type HttpConfig, routing } from '@taproot/routing';
import { drivers } from '../../support/drivers.ts';

let app: Application;
let wait = 0;
let answer: () => void = () => undefined;
let answered: Promise<void> = Promise.resolve();

const open = async (driver: string, overload: Partial<NonNullable<HttpConfig['overload']>> | null): Promise<void> => {
  wait = 0;
  answered = new Promise((resolve) => (answer = resolve));
  const printer = definePlugin({ name: 'printer', waits: () => ({ printer: () => wait }) });
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify(), printer])
    .withConfig({ http: { driver, port: 0, overload } })
    .withRouting((route) => {
      route.get('/print', async () => {
        await answered;
        return { printed: true };
      });
      route.get('/quick', () => ({ quick: true }));
      route.get('/vital', () => ({ vital: true })).meta({ priority: 'critical' });
      route.get('/report', () => ({ report: true })).meta({ priority: 'low' });
    })
    .create();
  await app.open();
};

const load = () => app.facades.Http().serverLoad;
const ask = (path: string): Promise<Response> => fetch(`${app.facades.Http().address?.url}${path}`);
const statusOf = async (path: string): Promise<number> => (await ask(path)).status;

/** Resolves when the condition holds. The server looks at its load ten times a second. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

afterEach(() => app.close());

describe.each(drivers)('the load of a server on the driver %s', (driver) => {
  test('limits the requests in flight while a queue of a plugin is too long, until it is short again', async () => {
    await open(driver, {});
    const begun = Array.from({ length: 20 }, () => ask('/print'));
    await until(() => load().inFlight === 20);
    expect(load().limit).toBeNull();

    wait = 1;
    await until(() => load().limit !== null);
    expect(load().limit).toBeLessThanOrEqual(16);
    const refused = await ask('/quick');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ code: 'E_OVERLOADED' });
    expect(await statusOf('/vital')).toBe(200);
    expect(load()).toMatchObject({ overloaded: true, refused: 1 });

    wait = 0;
    answer();
    for (const response of await Promise.all(begun)) expect(response.status).toBe(200);
    expect(await statusOf('/quick')).toBe(200);
    await until(() => load().limit === null);
    expect(JSON.parse(JSON.stringify(load()))).toEqual({
      delay: expect.any(Number),
      inFlight: 0,
      limit: null,
      waiting: 0,
      overloaded: false,
      refused: 1,
      refusedFor: { flight: 0, queue: 1, priority: 0, wait: 0 },
      upgrades: 0,
      abandoned: 0,
    });
  });

  test('keeps the limit of http.overload.max_in_flight', async () => {
    await open(driver, { max_in_flight: 10 });
    const begun = Array.from({ length: 8 }, () => ask('/print'));
    await until(() => load().inFlight === 8);
    expect(await statusOf('/quick')).toBe(200);
    begun.push(ask('/print'), ask('/print'));
    await until(() => load().inFlight === 10);
    expect(await statusOf('/quick')).toBe(503);
    expect(await statusOf('/report')).toBe(503);
    expect(await statusOf('/vital')).toBe(200);
    answer();
    for (const response of await Promise.all(begun)) expect(response.status).toBe(200);
  });

  test('refuses nothing without http.overload', async () => {
    await open(driver, null);
    wait = 100;
    const begun = Array.from({ length: 20 }, () => ask('/print'));
    await until(() => load().inFlight === 20);
    expect(await statusOf('/quick')).toBe(200);
    answer();
    await Promise.all(begun);
  });
});

test.each([{ mode: 'shed' }, { max_wait: 0 }, { max_in_flight: -1 }])('refuses the setting %j', async (overload) => {
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } }).create();
  const booted = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing()])
    .withConfig({ http: { overload: overload as never } })
    .create();
  await expect(booted).rejects.toMatchObject({ code: 'E_HTTP_SETTING' });
});

test('two plugins cannot watch a queue of the same name', async () => {
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } }).create();
  const watching = (name: string) => definePlugin({ name, waits: () => ({ printer: () => 0 }) });
  const booted = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([watching('one'), watching('two')])
    .create();
  await expect(booted).rejects.toMatchObject({ code: 'E_QUEUE_DUPLICATE' });
});
