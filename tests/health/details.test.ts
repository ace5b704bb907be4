import { expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { definePlugin } from '@taproot/core/plugin';
import type { HealthConfig } from '@taproot/health';
import { withCode } from '../core/support.ts';
import { ask, boot } from './support.ts';

const names = async (details: HealthConfig['details'], env = 'testing', headers: Record<string, string> = {}) => {
  const { app, reports } = await boot({ env, checks: { mail: () => 'fine' }, health: { details } });
  const { status, report } = await ask(app, undefined, { headers });
  return { status, names: Object.keys(report?.checks ?? {}), reports };
};

test.each<[env: string, shown: string[]]>([
  ['development', ['mail']],
  ['testing', []],
  ['staging', []],
  ['production', []],
])('by default %s shows %j', async (env, shown) => {
  expect((await names(null, env)).names).toEqual(shown);
});

test('true and false hold in every environment', async () => {
  expect((await names(true, 'production')).names).toEqual(['mail']);
  expect((await names(false, 'development')).names).toEqual([]);
});

test('a function decides by the request, at once or later', async () => {
  const internal = { 'x-internal': 'yes' };
  for (const details of [
    (ctx: { request(): { header(name: string): string } }) => ctx.request().header('x-internal') === 'yes',
    async (ctx: { request(): { header(name: string): string } }) => ctx.request().header('x-internal') === 'yes',
  ]) {
    expect((await names(details, 'production', internal)).names).toEqual(['mail']);
    expect((await names(details, 'production')).names).toEqual([]);
  }
});

test('a gate that throws, hangs, or returns something else than true shows nothing, and the probe is answered', async () => {
  const throwing = await names(() => {
    throw new Error('no');
  });
  expect(throwing).toMatchObject({ status: 200, names: [], reports: [{ code: 'E_HEALTH_DETAILS' }] });
  const hanging = await boot({
    health: { details: () => new Promise<boolean>(() => undefined), timeout: '10ms' },
  });
  expect(await ask(hanging.app)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(hanging.reports).toMatchObject([{ code: 'E_HEALTH_DETAILS' }]);
  expect((await names((() => 'yes') as unknown as () => boolean)).names).toEqual([]);
});

test('a string names an ability of the gate', async () => {
  const abilities = (allowed: boolean) =>
    definePlugin({
      name: 'abilities',
      after: ['auth'],
      apply: (app) => void app.facades.Gate().define('test:health', () => allowed, { guests: true }),
    });
  const app = async (allowed: boolean) =>
    boot({
      env: 'production',
      plugins: [auth(), abilities(allowed)],
      checks: { mail: () => 'fine' },
      health: { details: 'test:health' },
      config: { app: { key: 'a-secret-of-thirty-two-characters-and-more' } },
    });
  expect((await ask((await app(true)).app)).report?.checks).toHaveProperty('mail');
  expect((await ask((await app(false)).app)).text).toBe('{"status":"ok"}');
});

test('an ability that does not exist stops the boot, as does one without a plugin that has abilities', async () => {
  const refusal = (text: string) => withCode('E_HEALTH_ABILITY', { message: expect.stringContaining(text) });
  await expect(boot({ health: { details: 'nobody.knows' } })).rejects.toEqual(refusal('no plugin'));
  await expect(boot({ plugins: [auth()], health: { details: 'nobody.knows' } })).rejects.toEqual(
    refusal('not defined'),
  );
});
