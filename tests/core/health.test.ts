import { expect, test } from '@jest/globals';
import { type AnyPlugin, definePlugin, type HealthCheck } from '@taproot/core/plugin';
import { bootWith, pluginFailed, withCode } from './support.ts';

const checking = (name: string, checks: Readonly<Record<string, HealthCheck>>): AnyPlugin =>
  definePlugin({ name, health: () => checks });

test('health checks of plugins are registered by name, before any plugin is applied', async () => {
  const seen: string[] = [];
  const health = definePlugin({
    name: 'health',
    apply: (app) => {
      for (const [name, { plugin }] of app.registry.health) seen.push(`${plugin}: ${name}`);
    },
  });
  const mail = checking('mail', { mail: () => undefined, 'mail.queue': () => ({ waiting: 3 }) });
  await bootWith([health, mail, checking('disk', { disk: () => Promise.resolve('12 GB free') })]);
  expect(seen).toEqual(['mail: mail', 'mail: mail.queue', 'disk: disk']);
});

test('a check may use facades, answer later, give details, and be given up', async () => {
  const app = await bootWith([
    definePlugin({
      name: 'mail',
      health: ({ facades }) => ({
        mail: async (signal) => {
          await Promise.resolve();
          signal.throwIfAborted();
          return { application: facades.App().config.app.name };
        },
      }),
    }),
  ]);
  const { check } = app.registry.health.get('mail') ?? {};
  expect(await check?.(new AbortController().signal)).toEqual({ application: 'Taproot' });
  await expect(check?.(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});

test('two checks of one name are an error that names both plugins; so is a plugin that cannot make its own', async () => {
  const ok = (): undefined => undefined;
  await expect(bootWith([checking('mail', { queue: ok }), checking('jobs', { queue: ok })])).rejects.toEqual(
    withCode('E_HEALTH_DUPLICATE', { message: 'The health check "queue" is provided by both "mail" and "jobs".' }),
  );
  const faulty = definePlugin({
    name: 'faulty',
    health: () => {
      throw new Error('no checks');
    },
  });
  await expect(bootWith([faulty])).rejects.toEqual(pluginFailed('faulty', 'health', 'no checks'));
});
