import { describe, expect, test } from '@jest/globals';
import { type Config, type Duration, setup } from '@taproot/core';
import { definePlugin, durations, type Options, orNull } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { routing } from '@taproot/routing';
import { bootWith, withCode } from './support.ts';

interface PostConfig {
  host: string;
  retries: number;
  pause: Duration;
  reply_to: string | null;
  to: readonly string[];
  pool: { size: number; idle: number } | null;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    post: PostConfig;
  }
}

const post = (options?: Options<'post'>) =>
  definePlugin({
    name: 'post',
    config: {
      post: orNull(
        durations<PostConfig>(
          { host: 'localhost', retries: 3, pause: 1, reply_to: null, to: ['a'], pool: { size: 4, idle: 2 } },
          'pause',
        ),
        'reply_to',
        'pool',
      ),
    },
    options: { post: options },
  });

const settings = async (options?: Options<'post'>, file: Config['post'] = {}) =>
  (await bootWith([post(options)], { post: file })).config.post;

// What the compiler would refuse; authors without types have only the check at boot.
const untyped = (options: unknown) => options as Options<'post'>;

describe('the argument of a plugin', () => {
  test('wins over the file, key by key, and the file over the default', async () => {
    expect(await settings({ retries: 5, pool: { size: 9 } }, { retries: 1, host: 'mail', pool: { idle: 0 } })).toEqual({
      host: 'mail',
      retries: 5,
      pause: 1,
      reply_to: null,
      to: ['a'],
      pool: { size: 9, idle: 0 },
    });
  });

  test('may be left out, and undefined in it keeps the file', async () => {
    expect(await settings(undefined, { retries: 1 })).toMatchObject({ retries: 1 });
    expect(await settings(untyped({ retries: undefined }), { retries: 1 })).toMatchObject({ retries: 1 });
  });

  test('is read as a file is: durations, whole lists, null', async () => {
    expect(await settings({ pause: '1m', to: ['b'], pool: null }, { pool: { size: 1 } })).toMatchObject({
      pause: 60,
      to: ['b'],
      pool: null,
    });
    expect(await settings({ pool: { size: 2 } }, { pool: null })).toMatchObject({ pool: { size: 2, idle: 2 } });
  });

  test.each([
    [{ retreis: 1 }, 'E_CONFIG_UNKNOWN_KEY', 'Unknown configuration key "post.retreis". Did you mean "retries"?'],
    [{ pool: { sise: 1 } }, 'E_CONFIG_UNKNOWN_KEY', 'Unknown configuration key "post.pool.sise". Did you mean "size"?'],
    [{ retries: '1' }, 'E_CONFIG_TYPE', 'Configuration "post.retries" must be of type number, not string.'],
    ['mail', 'E_CONFIG_TYPE', 'Configuration "post" must be of type object, not string.'],
    [{ reply_to: '' }, 'E_CONFIG_NULL', 'Configuration "post.reply_to" is the string "", but a setting without'],
  ])('%j stops the boot', async (options: unknown, code, message) => {
    await expect(settings(untyped(options))).rejects.toEqual(
      withCode(code, { message: expect.stringContaining(message) }),
    );
  });

  test('is what an error names as the place to correct', async () => {
    await expect(settings(untyped({ retries: '1' }))).rejects.toMatchObject({
      fix: expect.stringContaining('in post()'),
    });
    await expect(settings({}, { retries: '1' as never })).rejects.toMatchObject({
      fix: expect.stringContaining('in config/post.ts'),
    });
  });

  test('for a file that nobody declares is an error with the nearest name', async () => {
    const lost = definePlugin({ name: 'lost', options: { ['psot' as 'post']: {} } });
    await expect(bootWith([post(), lost])).rejects.toEqual(
      withCode('E_CONFIG_UNKNOWN_FILE', { message: expect.stringContaining('Did you mean "post"?') }),
    );
  });

  test('belongs to one application: two in one process answer by their own', async () => {
    const open = (origin: string) =>
      setup(null, { env: { APP_ENV: 'testing' } })
        .withPlugins([routing({ port: 0 }), cors({ allowed_origins: [origin] })])
        .withConfig({ cors: { allowed_origins: ['https://file.example'] } })
        .withRouting((route) => void route.get('/', () => ({ ok: true })))
        .create();
    const apps = await Promise.all(['https://a.example', 'https://b.example'].map(open));
    const allowed = await Promise.all(
      apps.map(async (app) => {
        const answers = ['https://a.example', 'https://b.example', 'https://file.example'].map(async (origin) => {
          const request = new Request('http://localhost/', { headers: { origin } });
          const { headers } = await app.facades.Route().fetch(request);
          return headers.get('access-control-allow-origin');
        });
        return Promise.all(answers);
      }),
    );
    expect(allowed).toEqual([
      ['https://a.example', null, null],
      [null, 'https://b.example', null],
    ]);
    await Promise.all(apps.map((app) => app.close()));
  });
});
