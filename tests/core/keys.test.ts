import { hkdfSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { testApplication } from '@taproot/testing';

const current = 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM';
const former = 'old-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM';

const withApp = async <Result>(env: Record<string, string>, use: (app: Application) => Result): Promise<Result> => {
  const app = await setup(null, { env }).create();
  try {
    return use(app);
  } finally {
    await app.close();
  }
};

const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex');
const derived = (key: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', `taproot:${purpose}`, 32)).toString('hex');

describe('app.key()', () => {
  test('is derived from APP_KEY by HKDF, for one purpose', async () => {
    const env = { APP_ENV: 'testing', APP_KEY: current };
    const keys = await withApp(env, (app) => ['session', 'session', 'cookie'].map((name) => hex(app.key(name))));
    expect(keys).toEqual([derived(current, 'session'), derived(current, 'session'), derived(current, 'cookie')]);
    expect(new Set(keys).size).toBe(2);
  });

  test('app.keys() has the current key first, then the previous ones', async () => {
    const env = { APP_ENV: 'testing', APP_KEY: current, APP_PREVIOUS_KEYS: ` ${former},,older ` };
    const keys = await withApp(env, (app) => app.keys('session').map(hex));
    expect(keys).toEqual([current, former, 'older'].map((key) => derived(key, 'session')));
  });

  test.each(['development', 'testing', 'production'])('without APP_KEY, %s refuses it with the fix', async (name) => {
    await withApp({ APP_ENV: name }, (app) => {
      const missing = { code: 'E_APP_KEY_MISSING', message: expect.stringContaining('"session"') };
      expect(() => app.key('session')).toThrow(expect.objectContaining(missing));
      expect(() => app.keys('session')).toThrow(expect.objectContaining(missing));
    });
  });

  test('a short APP_KEY is refused with its length', async () => {
    await withApp({ APP_ENV: 'testing', APP_KEY: 'secret' }, (app) =>
      expect(() => app.key('session')).toThrow(
        expect.objectContaining({ code: 'E_APP_KEY_SHORT', message: expect.stringContaining('6 bytes') }),
      ),
    );
  });

  test.each(['', 'Session', 'a b'])('%j is no purpose', async (purpose) => {
    await withApp({ APP_ENV: 'testing', APP_KEY: current }, (app) =>
      expect(() => app.key(purpose)).toThrow(expect.objectContaining({ code: 'E_APP_KEY_PURPOSE' })),
    );
  });

  test('an application of tests has an APP_KEY, unless it has a folder of its own', async () => {
    await using app = await testApplication();
    expect(app.key('session')).toHaveLength(32);
    await using own = await testApplication({ basePath: import.meta.dirname });
    expect(() => own.key('session')).toThrow(expect.objectContaining({ code: 'E_APP_KEY_MISSING' }));
  });
});
