import { describe, expect, test } from '@jest/globals';
import { type Config } from '@taproot/core';
import { definePlugin, openRecord } from '@taproot/core/plugin';
import { testApplication } from '@taproot/testing';
import { bootWith, withCode } from './support.ts';

interface Guard {
  lifetime: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    cellar: { driver: string; guards: Record<string, Guard>; limits: { keys: number } };
  }
}

const cellar = () =>
  definePlugin({
    name: 'cellar',
    config: {
      cellar: () => ({ driver: 'iron', guards: openRecord({ web: { lifetime: 60 } }), limits: { keys: 10 } }),
    },
    renamed: {
      'cellar.default': 'driver',
      'cellar.guards.*.ttl': { name: 'lifetime', convert: (minutes) => Number(minutes) * 60 },
      'cellar.limits.max': 'keys',
      // A file has no other name; this one renames nothing.
      cellar: 'vault',
    },
  });

// The compiler refuses old names; authors without types have the report alone.
const authored = (values: unknown) => ({ cellar: values }) as Config;

const bootCellar = (values: unknown) => testApplication({ plugins: [cellar()], config: authored(values) });

describe('settings with an old name', () => {
  test('are read by it, and reported once each with the present name', async () => {
    await using app = await bootCellar({ default: 'steel', limits: { max: 3 } });
    expect(app.config.cellar).toEqual({ driver: 'steel', guards: { web: { lifetime: 60 } }, limits: { keys: 3 } });
    expect(app.reports).toEqual([
      withCode('E_CONFIG_RENAMED', {
        message: 'Configuration "cellar.default" is now called "cellar.driver".',
        fix: 'Rename it in config/cellar.ts. The old name is read until then.',
      }),
      withCode('E_CONFIG_RENAMED', {
        message: 'Configuration "cellar.limits.max" is now called "cellar.limits.keys".',
      }),
    ]);
  });

  test('are converted, below any name, and the report says what to write', async () => {
    await using app = await bootCellar({ guards: { web: { ttl: 2 }, api: { lifetime: 5 }, jobs: { ttl: 1 } } });
    expect(app.config.cellar.guards).toEqual({ web: { lifetime: 120 }, api: { lifetime: 5 }, jobs: { lifetime: 60 } });
    expect(app.reports).toEqual([
      withCode('E_CONFIG_RENAMED', {
        message: 'Configuration "cellar.guards.web.ttl" is now called "cellar.guards.web.lifetime".',
        fix: 'Write "lifetime: 120" for it in config/cellar.ts. The old name is read until then.',
      }),
      withCode('E_CONFIG_RENAMED', { message: expect.stringContaining('"cellar.guards.jobs.ttl"') }),
    ]);
  });

  test('are read from a file that is a function of the environment', async () => {
    await using app = await bootCellar(() => ({ default: 'steel' }));
    expect(app.config.cellar.driver).toBe('steel');
  });

  test('stop the boot when the present name is given as well', async () => {
    const both = authored({ default: 'steel', driver: 'iron' });
    await expect(bootWith([cellar()], both)).rejects.toEqual(
      withCode('E_CONFIG_RENAMED', { fix: 'Remove it from config/cellar.ts: "cellar.driver" is set as well.' }),
    );
  });

  test('have the type of the present setting', async () => {
    await expect(bootWith([cellar()], authored({ limits: { max: 'many' } }))).rejects.toEqual(
      withCode('E_CONFIG_TYPE', { message: expect.stringContaining('"cellar.limits.keys"') }),
    );
  });

  test.each([{}, { default: undefined }, { limits: {} }, { guards: {} }])('are not reported of %j', async (values) => {
    await using app = await bootCellar(values);
    expect(app.reports).toEqual([]);
  });

  test("leave the author's objects as they are", async () => {
    const values = { default: 'steel', guards: { web: { ttl: 2 } } };
    await using app = await bootCellar(values);
    expect(app.config.cellar.driver).toBe('steel');
    expect(values).toEqual({ default: 'steel', guards: { web: { ttl: 2 } } });
  });

  test('are unknown keys in a file of another plugin, or one level up', async () => {
    await expect(bootWith([cellar()], authored({ max: 3 }))).rejects.toEqual(withCode('E_CONFIG_UNKNOWN_KEY'));
    await expect(bootWith([cellar()], { app: { default: 'x' } } as Config)).rejects.toEqual(
      withCode('E_CONFIG_UNKNOWN_KEY'),
    );
  });
});
