import { describe, expect, test } from '@jest/globals';
import type { Config, Duration } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { definePlugin, durations, seconds } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { isCredential, isSecretName, maskSecrets, maskText, maskUrls } from '@taproot/masking';
import { routing } from '@taproot/routing';
import { pathMask } from '@taproot/routing/internal';
import { maskFields, maskHeaders } from '@taproot/routing/pages';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { bootWith, withCode } from './support.ts';

const mask = '********';

describe('names of secrets', () => {
  test.each([
    'password',
    'DB_PASSWORD',
    'app.key',
    'client_secret',
    'apiToken',
    'secretKey',
    'refresh_tokens',
    'dsn',
    'sslpassword',
    'PGPASSWORD',
    'clientsecret',
  ])('%s is one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each(['keys_path', 'token_ttl', 'monkey', 'keyboard', 'passenger', 'compass', 'url', 'author'])(
    '%s is none',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});

describe('names of credentials, for logs and for pages', () => {
  test.each([
    'authorization',
    'Proxy-Authorization',
    'set-cookie',
    'session',
    'sessionId',
    'user_session',
    'PHPSESSIONID_session',
    'X-CSRF-Token',
    '_csrf',
    'xsrf',
    'x-hub-signature-256',
    'otpCode',
    'pin',
    'auth',
    'apikey',
    'X-Api-Key',
    'passwort',
    'credentials',
    'privateKey',
  ])('%s is one', (name) => {
    expect(isCredential(name, 'abc')).toBe(true);
    expect(maskFields({ [name]: 'abc' })).toEqual({ [name]: mask });
    expect(maskHeaders({ [name]: 'abc' })).toEqual([[name, mask]]);
  });

  test.each(['auth_provider', 'obsession', 'hotpink', 'spinner', 'signatures_url', 'passenger', 'accept', 'page'])(
    '%s is none',
    (name) => {
      expect(isCredential(name, 'abc')).toBe(false);
      expect(maskFields({ [name]: 'abc' })).toEqual({ [name]: 'abc' });
    },
  );

  test('a number is masked on pages, and in logs only where its name says so plainly', () => {
    expect([isCredential('pin', 1234), isCredential('tokens', 5), isCredential('password', 1)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(maskFields({ pin: 1234 })).toEqual({ pin: mask });
  });
});

test('sslpassword in the query of a database address is masked', () => {
  expect(maskUrls('postgres://u:a@h/d?sslmode=verify-full&sslpassword=b')).toBe(
    `postgres://u:${mask}@h/d?sslmode=verify-full&sslpassword=${mask}`,
  );
});

describe('maskSecrets', () => {
  test('masks all that lies below the name of a secret, lists and objects too', () => {
    expect(maskSecrets({ password: 'a', keys: { old: 'b', list: ['c', 7] }, name: 'd' })).toEqual({
      password: mask,
      keys: { old: mask, list: [mask, mask] },
      name: 'd',
    });
  });

  test('shows that a secret is not set, and numbers that only count', () => {
    const values = { key: '', token: null, max_keys: 500, password_required: true, token_ttl: 60 };
    expect(maskSecrets(values)).toEqual(values);
  });

  test('masks a number where nothing but a secret can be meant', () => {
    expect(maskSecrets({ password: 12_345 })).toEqual({ password: mask });
  });

  test('tells functions, patterns and objects of classes by what they are, not by what they hold', () => {
    class Vault {
      hidden = 'a';
    }
    const values = { open: () => 'b', vault: new Vault(), pattern: /^c$/, at: new Date(0), bytes: Buffer.from('d') };
    expect(maskSecrets(values)).toEqual({
      open: '[function open]',
      vault: '[Vault]',
      pattern: '/^c$/',
      at: String(new Date(0)),
      bytes: '[Buffer]',
    });
  });

  test('tells a function without a name, and an object that no class made', () => {
    const nameless: object = Object.create(Object.create(null));
    expect(maskSecrets({ open: [() => 'b'].at(0), nameless })).toEqual({
      open: '[function anonymous]',
      nameless: '[object]',
    });
  });
});

describe('maskUrls', () => {
  test.each([
    ['postgres://root:hush@db:5432/app', `postgres://root:${mask}@db:5432/app`],
    ['redis://:hush@cache', `redis://:${mask}@cache`],
    ['mysql://u:hu@sh/ed@db', `mysql://u:${mask}@db`],
    ['a redis://u:one@h and b amqp://v:two@h', `a redis://u:${mask}@h and b amqp://v:${mask}@h`],
    ['https://api.example.com/?token=hush&page=2', `https://api.example.com/?token=${mask}&page=2`],
  ])('%s', (url, shown) => {
    expect(maskUrls(url)).toBe(shown);
  });

  test.each(['http://localhost:3000/a', 'https://example.com/@taproot/core', 'root@example.com', 'a: b@c'])(
    '%s stays as it is',
    (text) => {
      expect(maskUrls(text)).toBe(text);
    },
  );
});

describe('maskText', () => {
  test.each([
    ['password=hush', `password=${mask}`],
    ['{"token": "hush", "page": 2}', `{"token": ${mask}, "page": 2}`],
    ['url?page=2&token=hush', `url?page=2&token=${mask}`],
    ['Key (token)=(hush) already exists.', `Key (token)=(${mask}) already exists.`],
    ['Key (id, "apiToken")=(1, hush) already exists.', `Key (id, "apiToken")=(${mask}) already exists.`],
  ])('masks what %s gives away', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  test.each([
    'password=',
    'the token = , and a secret: ',
    '{"token": }',
    'Key (email)=(ada@example.com) already exists.',
    'E_TOKEN: no such user',
    'npx taproot key:generate',
  ])('%s gives nothing away', (text) => {
    expect(maskText(text)).toBe(text);
  });

  test('masks what the caller calls a secret, and only that', () => {
    expect(maskText('seat=12 token=abc Key (seat)=(12)', (name) => name === 'seat')).toBe(
      `seat=${mask} token=abc Key (seat)=(${mask})`,
    );
  });
});

describe('pathMask', () => {
  const shown = pathMask(
    ['/posts/{id}', '/reset/{token}', '/files/{secret*}', '/a.b/{token:\\d+}/x'].map((path) => ({ path })),
  );

  test.each([
    ['/reset/hush', '/reset/{token}'],
    ['/reset/hush/', '/reset/{token}'],
    ['https://example.com/reset/hush?page=2', '/reset/{token}'],
    ['/files/hush', '/files/{secret*}'],
    ['/files/hush/deep/down', '/files/{secret*}'],
    ['/a.b/12/x', '/a.b/{token:\\d+}/x'],
  ])('shows %s as the pattern of its route', (path, pattern) => {
    expect(shown(path)).toBe(pattern);
  });

  test.each(['/posts/7', '/reset', '/reset/hush/deep', '/axb/12/x', '/id/x'])('shows %s as it is', (path) => {
    expect(shown(path)).toBe(path);
  });
});

interface LetterConfig {
  host: string;
  timeout: Duration;
  retry: { after: Duration };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    letters: LetterConfig;
  }
}

const letters = () =>
  definePlugin({
    name: 'letters',
    config: {
      letters: durations<LetterConfig>(
        { host: 'localhost', timeout: 10, retry: durations<LetterConfig['retry']>({ after: 60 }, 'after') },
        'timeout',
      ),
    },
  });

// Texts the compiler refuses; authors without types have only the check at run time.
const untyped = (value: unknown) => value as Duration;

describe('seconds()', () => {
  test.each<[Duration, number]>([
    [30, 30],
    [0.5, 0.5],
    [0, 0],
    [-1, -1],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['3ms', 0.003],
    ['80ms', 0.08],
    ['1500ms', 1.5],
    ['0s', 0],
    ['45s', 45],
    ['0.07s', 0.07],
    ['15m', 900],
    ['1.5h', 5400],
    ['2h', 7200],
    ['14d', 1_209_600],
    ['1w', 604_800],
  ])('reads %p', (duration, expected) => {
    expect(seconds(duration)).toBe(expected);
  });

  test.each([
    '15',
    '',
    ' 15m',
    '15m ',
    '15 m',
    '15M',
    '15min',
    '1h30m',
    '-5m',
    '+5m',
    '1e3s',
    '.5s',
    '5.s',
    '0x10s',
    'm',
    '15toString',
    Number.NaN,
    null,
    undefined,
    true,
    [],
    ['15m'],
    {},
    15n,
  ])('refuses %p', (value) => {
    expect(() => seconds(untyped(value), 'letters.timeout')).toThrow(withCode('E_DURATION_INVALID'));
  });

  test.each([
    ['15 minutes', ' Did you mean "15m"?'],
    ['300 ms', ' Did you mean "300ms"?'],
    ['1.5 Hours', ' Did you mean "1.5h"?'],
    ['10 milliseconds', ' Did you mean "10ms"?'],
    ['5 months', ''],
    ['soon', ''],
  ])('names the setting, what was written and what it means: %s', (text, hint) => {
    expect(() => seconds(untyped(text), 'letters.timeout')).toThrow(
      `letters.timeout is the string "${text}", which is not a duration.${hint}`,
    );
  });

  test('reads a text of any length in linear time', () => {
    expect(() => seconds(untyped(`${'1'.repeat(1_000_000)}x`))).toThrow(withCode('E_DURATION_INVALID'));
  });
});

describe('durations of a configuration', () => {
  test('are seconds for the application, whatever its file holds', async () => {
    const app = await bootWith([letters()], { letters: { timeout: '2m', retry: { after: '1500ms' } } });
    expect(app.config.letters).toEqual({ host: 'localhost', timeout: 120, retry: { after: 1.5 } });
    const plain = await bootWith([letters()], { letters: { timeout: 3 } });
    expect(plain.config.letters).toEqual({ host: 'localhost', timeout: 3, retry: { after: 60 } });
  });

  test('stop the boot with key and text where they are wrong', async () => {
    await expect(bootWith([letters()], { letters: { retry: { after: untyped('60') } } })).rejects.toEqual(
      withCode('E_DURATION_INVALID', { message: 'letters.retry.after is the string "60", which is not a duration.' }),
    );
    await expect(bootWith([letters()], { letters: { timeout: untyped(true) } })).rejects.toEqual(
      withCode('E_CONFIG_TYPE'),
    );
  });

  test('a key that is no duration takes no text', async () => {
    const config = { http: { port: '30s' } } as unknown as Config;
    await expect(bootWith([routing()], config)).rejects.toEqual(withCode('E_CONFIG_TYPE'));
  });

  test('stay durations when a second plugin adds keys to the file', async () => {
    const added = durations<{ pause: Duration }>({ pause: 1 }, 'pause');
    const second = definePlugin({ name: 'second', after: ['letters'], config: { letters: added } as never });
    const config = { letters: { timeout: '1m', pause: '2m' } } as Config;
    expect((await bootWith([letters(), second], config)).config.letters).toMatchObject({ timeout: 60, pause: 120 });
  });

  test('every time of the official plugins is one', async () => {
    const app = await bootWith([routing(), throttle(), validation(), cors()], {
      app: { boot_timeout: '1m', shutdown_timeout: '2m' },
      http: {
        port: 0,
        request_timeout: '1m',
        overload: { max_wait: '250ms' },
        headers_timeout: '10s',
        keep_alive_timeout: '1.5s',
        body_rate: { grace: '7s' },
      },
      throttle: { timeout: '50ms', response_timeout: '3s' },
      validation: { timeout: '4s' },
      cors: { max_age: '2h' },
    });
    const { app: core, http, throttle: limits, validation: rules, cors: sites } = app.config;
    expect(core).toMatchObject({ boot_timeout: 60, shutdown_timeout: 120 });
    expect(http).toMatchObject({
      request_timeout: 60,
      overload: { mode: 'refuse', max_wait: 0.25, max_in_flight: null },
      headers_timeout: 10,
      keep_alive_timeout: 1.5,
      body_rate: { bytes: 240, grace: 7 },
    });
    expect(limits).toMatchObject({ timeout: 0.05, response_timeout: 3 });
    expect(rules.timeout).toBe(4);
    expect(sites.max_age).toBe(7200);
    await app.close();
  });
});

describe('env.duration()', () => {
  const env = createEnv({ NUMBER: '900', FRACTION: '0.5', TEXT: '15m', EMPTY: '', WORD: 'long', BARE: '-1' });

  test('reads seconds and texts with a unit', () => {
    expect([env.duration('NUMBER', 1), env.duration('FRACTION', 1), env.duration('TEXT', 1)]).toEqual([900, 0.5, 900]);
  });

  test('gives the default, in seconds, of a variable that is not set or empty', () => {
    expect([env.duration('NONE', '2h'), env.duration('EMPTY', 30)]).toEqual([7200, 30]);
  });

  test.each(['WORD', 'BARE'])('refuses %s', (name) => {
    expect(() => env.duration(name, 1)).toThrow(withCode('E_ENV_INVALID'));
  });
});
