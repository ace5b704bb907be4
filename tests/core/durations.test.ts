import { describe, expect, test } from '@jest/globals';
import { type Config, type Duration } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { definePlugin, durations, seconds } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { bootWith, withCode } from './support.ts';

interface MailConfig {
  host: string;
  timeout: Duration;
  retry: { after: Duration };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    mail: MailConfig;
  }
}

const mail = () =>
  definePlugin({
    name: 'mail',
    config: {
      mail: durations<MailConfig>(
        { host: 'localhost', timeout: 10, retry: durations<MailConfig['retry']>({ after: 60 }, 'after') },
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
    expect(() => seconds(untyped(value), 'mail.timeout')).toThrow(withCode('E_DURATION_INVALID'));
  });

  test('names the setting and what was written', () => {
    expect(() => seconds(untyped('15 minutes'), 'mail.timeout')).toThrow(
      'mail.timeout is the string "15 minutes", which is not a duration.',
    );
  });

  test('reads a text of any length in linear time', () => {
    expect(() => seconds(untyped(`${'1'.repeat(1_000_000)}x`))).toThrow(withCode('E_DURATION_INVALID'));
  });
});

describe('durations of a configuration', () => {
  test('are seconds for the application, whatever its file holds', async () => {
    const app = await bootWith([mail()], { mail: { timeout: '2m', retry: { after: '1500ms' } } });
    expect(app.config.mail).toEqual({ host: 'localhost', timeout: 120, retry: { after: 1.5 } });
    const plain = await bootWith([mail()], { mail: { timeout: 3 } });
    expect(plain.config.mail).toEqual({ host: 'localhost', timeout: 3, retry: { after: 60 } });
  });

  test('stop the boot with key and text where they are wrong', async () => {
    await expect(bootWith([mail()], { mail: { retry: { after: untyped('60') } } })).rejects.toEqual(
      withCode('E_DURATION_INVALID', { message: 'mail.retry.after is the string "60", which is not a duration.' }),
    );
    await expect(bootWith([mail()], { mail: { timeout: untyped(true) } })).rejects.toEqual(withCode('E_CONFIG_TYPE'));
  });

  test('a key that is no duration takes no text', async () => {
    const config = { http: { port: '30s' } } as unknown as Config;
    await expect(bootWith([routing()], config)).rejects.toEqual(withCode('E_CONFIG_TYPE'));
  });

  test('stay durations when a second plugin adds keys to the file', async () => {
    const added = durations<{ pause: Duration }>({ pause: 1 }, 'pause');
    const second = definePlugin({ name: 'second', after: ['mail'], config: { mail: added } as never });
    const config = { mail: { timeout: '1m', pause: '2m' } } as Config;
    expect((await bootWith([mail(), second], config)).config.mail).toMatchObject({ timeout: 60, pause: 120 });
  });

  test('every time of the official plugins is one', async () => {
    const app = await bootWith([routing(), throttle(), validation(), cors()], {
      app: { boot_timeout: '1m', shutdown_timeout: '2m' },
      http: {
        port: 0,
        request_timeout: '1m',
        overload_delay: '250ms',
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
      overload_delay: 0.25,
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
