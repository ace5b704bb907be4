import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { validation } from '@taproot/validation';

let app: Application;

beforeAll(async () => {
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation()])
    .withRouting((route) => {
      route.post('/people', (ctx) =>
        ctx.request().validated({
          picture: 'file',
          'author.name': 'string',
          'author.born': 'integer',
          'author.tags.*': 'string',
          'rooms.*.size': 'integer',
          settings: 'map',
          'settings.dark': 'boolean',
          note: 'string',
        }),
      );
    })
    .create();
});

afterAll(() => app.close());

const post = async (...fields: readonly (readonly [name: string, value: string | Blob])[]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const { status, text } = await http(app).post('/people', form);
  return [status, JSON.parse(text) as Readonly<Record<string, unknown>>] as const;
};

test('objects that clients of an OpenAPI document write as JSON into a form are read', async () => {
  const author = { name: 'Ada', born: 1815, tags: ['a'], more: 1 };
  expect(
    await post(
      ['author', JSON.stringify(author)],
      ['rooms', '{"size":1}'],
      ['rooms', '{"size":2}'],
      ['settings', '{"dark":true}'],
      ['note', '{"stays":"text"}'],
    ),
  ).toEqual([
    200,
    {
      author: { name: 'Ada', born: 1815, tags: ['a'] },
      rooms: [{ size: 1 }, { size: 2 }],
      settings: { dark: true },
      note: '{"stays":"text"}',
    },
  ]);
  expect(await post(['rooms', '{"size":1}'])).toEqual([200, { rooms: [{ size: 1 }] }]);
  expect(await post(['author[name]', 'Ada'])).toEqual([200, { author: { name: 'Ada' } }]);
});

test.each([
  ['JSON that ends too early', '{"name":'],
  ['a list', '["a"]'],
  ['a string', 'Ada'],
  ['a key that changes prototypes', '{"__proto__":{"name":"a"}}'],
  ['one that changes them elsewhere', '{"constructor":{"prototype":{}}}'],
  ['JSON that is nested too deeply', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`],
])('%s is no object', async (_what, text) => {
  const [status, body] = await post(['settings', text]);
  expect([status, Object.keys(body['errors'] ?? {})]).toEqual([422, ['settings']]);
});

test('JSON in a JSON body stays a string', async () => {
  const response = await http(app).post('/people', { settings: '{"dark":true}' });
  expect(response.status).toBe(422);
});
