import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Env, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { devtools } from '@taproot/devtools';
import { routing } from '@taproot/routing';
import { silent } from './planted.ts';
import { ask, closing } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'taproot-devtools-'));

beforeAll(() => {
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'http.ts'), 'http = {\n  port: 0 };\n');
  writeFileSync(
    join(folder, '.env'),
    '# of this test\nHTTP_MAIL=ada@example.test\nSTRIPE_SECRET=env-secret\nPATH=hidden\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const plain = (html: string): string =>
  html
    .replaceAll('<li>', '; ')
    .replaceAll(/<[^>]+>|\s+/g, ' ')
    .replaceAll('&#34;', '"')
    .replaceAll(/ +/g, ' ')
    .trim();

/** The rows of the page, by file and key: the value, and where it comes from. `config` is the file of a plugin. */
const rowsOf = async (config: (env: Env) => object): Promise<Record<string, string>> => {
  const pay = definePlugin({
    name: 'pay',
    config: {
      ['pay' as 'app']: (env: Env) =>
        ({
          mail: env('HTTP_MAIL', ''),
          live: '',
          retries: 3,
          'path.name': '',
          store: 'memory',
          port: 0,
          made: '',
          hosts: ['localhost'],
          sender: '',
        }) as never,
    },
  });
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'development', GIVEN: '80' } })
    .withPlugins([silent, routing({ max_url: 100 }), devtools(), pay])
    .withConfig({ http: () => ({ port: 0 }), ['pay' as 'app']: config })
    .create();
  await app.open();
  const { text } = await ask(closing(app), '/_taproot/config');
  return Object.fromEntries(
    text.split('<h2 id="').flatMap((part) => {
      const file = part.slice(0, part.indexOf('"'));
      const rows = part.matchAll(/<tr><td class="key"><code>(.*?)<\/code><\/td>(.*?)<\/tr>/gs);
      return [...rows].map(([, key, rest = '']) => [`${file}.${key}`, plain(rest)]);
    }),
  );
};

test('each setting says where it comes from', async () => {
  let made = 0;
  const rows = await rowsOf((env) => ({
    live: env('STRIPE_SECRET'),
    'path.name': env('PATH', '').slice(0, 0),
    store: env('NOT_SET', '') === '' ? 'memory' : 'redis',
    port: env('GIVEN', 1),
    made: String(made++),
    hosts: [env('HTTP_MAIL').slice(4), env('PATH', '') === '' ? '' : 'here'],
  }));
  expect(rows).toMatchObject({
    // Of a plugin, which reads a variable itself.
    'pay.mail': '"ada@example.test" default of pay ; HTTP_MAIL from .env:2',
    // A secret by the name of its variable alone.
    'pay.live': '"********" withConfig() in place of "" ; STRIPE_SECRET from .env:3',
    'pay.retries': '3 default of pay',
    // No other PATH would change it.
    'pay.path.name': '"" withConfig() same as the default',
    'pay.store': '"memory" withConfig() same as the default ; NOT_SET is not set',
    'pay.port': '80 withConfig() in place of 0 ; GIVEN from setup()',
    'pay.made': expect.stringMatching(/^"0" withConfig\(\) in place of ""$/),
    'pay.hosts': '["example.test","here"] withConfig() in place of ["localhost"] ; HTTP_MAIL from .env:2',
    'app.debug': 'true default of the core ; APP_ENV from setup() ; APP_DEBUG is not set',
    'app.shutdown_timeout': '10 default of the core',
    'http.port': '0 config/http.ts:2 in place of 3000',
    'http.max_url': '100 routing() in place of 8192',
    'http.request_timeout': expect.stringMatching(/ default of routing$/),
  });
});

test('a file that refuses another value of a variable, and a variable of the process', async () => {
  const mail = 'ada@example.test';
  const rows = await rowsOf((env) => {
    if (env('HTTP_MAIL') !== mail) throw new Error('no mail');
    return { sender: env('HTTP_MAIL'), port: env('PATH', '').length };
  });
  expect(rows['pay.sender']).toBe('"ada@example.test" withConfig() in place of "" ; HTTP_MAIL from .env:2');
  // The process wins over .env, which sets it as well.
  expect(rows['pay.port']).toMatch(/^\d+ withConfig\(\) in place of 0 ; PATH from the environment of the process$/);
});
