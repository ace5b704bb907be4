import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, type Context, setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { log } from '@taproot/log';
import { cutText, isCredential, maskSecrets, maskText } from '@taproot/masking';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { ask, seen } from '../devtools/asking.ts';
import { Receiver } from '../otel/support/receiver.ts';
import { register } from '../otel/support/telemetry.ts';

const hidden = 'hunter2hunter2';
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.${hidden}`;
const pem = (kind: string): string => `-----BEGIN ${kind}-----\nMIIE${hidden}\n${hidden}\n-----END ${kind}-----`;

/** Strings that give a credential away, by its form. */
const texts: readonly (readonly [form: string, text: string])[] = [
  ['password=', `login with password=${hidden} failed`],
  ['a name in camelCase', `started with apiToken=${hidden}`],
  ['X-Auth', `sent X-Auth: ${hidden}`],
  ['X-Api-Key', `sent x-api-key: ${hidden}`],
  ['a session', `resumed session_id=${hidden}`],
  ['Authorization', `sent Authorization: Digest username="ada", response="${hidden}"`],
  ['Cookie', `sent Cookie: a=1; b=${hidden}`],
  ['Bearer', `refused Bearer ${hidden}`],
  ['bearer in lower case', `refused bearer ${hidden}`],
  ['Basic', `refused Basic YWRhOg${hidden}==`],
  ['a JSON web token', `refused ${jwt}`],
  ['a JSON web token behind a dash', `refused id-token-${jwt}`],
  ['a private key', `cannot read ${pem('RSA PRIVATE KEY')}`],
  ['a private key without a kind', `cannot read ${pem('PRIVATE KEY')}`],
  ['a private key of PGP', `cannot read ${pem('PGP PRIVATE KEY BLOCK')}`],
  ['a private key on one line', `cannot read ${pem('EC PRIVATE KEY').replaceAll('\n', '\\n')}`],
  ['a private key that was cut off', `cannot read ${pem('PRIVATE KEY').slice(0, 60)}`],
  ['a password of an address', `no answer from postgres://ada:${hidden}@db/app`],
  ['a password of an address without a user', `no answer from redis://:${hidden}@cache`],
  ['a password with an @ and a slash', `no answer from mysql://ada:a@b/${hidden}@db/app`],
  ['a token as the user of an address', `cannot clone https://${hidden}@git.example/app.git`],
  ['a long token as the user of another address', `no answer from nats://${hidden}${hidden}@bus:4222`],
  ['?token=', `GET /reset?page=2&token=${hidden}`],
  ['?code=', `GET /callback?state=x&code=${hidden}&page=2`],
  ['an encoded name', `GET /callback?user%5Bpassword%5D=${hidden}`],
  ['a pair behind a semicolon', `GET /a;token=${hidden}/b`],
  ['JSON', `{"email":"a@b.c","password":"${hidden}"}`],
  ['JSON that was cut off', `{"email":"a@b.c","password":"a ${hidden}`],
  ['an object as JavaScript prints it', `{ email: 'a@b.c', accessToken: '${hidden}' }`],
  ['pairs as JSON', `[["x-api-key","${hidden}"],["accept","a"]]`],
  ['Redis AUTH', `unexpected reply to AUTH default ${hidden}`],
  ['Redis AUTH in quotes', `1 "AUTH" "${hidden}"`],
  ['an insert', `insert into users (email, password) values (now(), '${hidden}'), ('b', '${hidden}')`],
  ['a duplicate of MySQL', `Duplicate entry '${hidden}' for key 'users.token'`],
  ['a duplicate of PostgreSQL', `Key (token)=(${hidden}) already exists.`],
];

/** Values that give a credential away by the names around it. */
const values: readonly (readonly [form: string, value: object])[] = [
  ['a member', { password: hidden, apiKey: hidden, 'x-auth': hidden, basicAuth: hidden, passcode: hidden }],
  ['members below a secret', { credentials: { user: 'ada', list: [hidden] } }],
  ['a pair as an object', { fields: [{ name: 'password', value: hidden }] }],
  ['a pair as a list', { headers: [['X-Api-Key', hidden]] }],
  ['raw headers', { rawHeaders: ['Accept', '*/*', 'X-Api-Key', hidden] }],
  ['a command of ioredis', { command: { name: 'auth', args: ['default', hidden] } }],
  ['a command of node-redis', { command: { args: ['AUTH', hidden] } }],
  ['a greeting of Redis', { command: { name: 'hello', args: ['3', 'AUTH', 'default', hidden] } }],
  ['a setting of Redis', { command: { name: 'config', args: ['SET', 'requirepass', hidden] } }],
  ['a string inside', { deep: { list: [`Bearer ${hidden}`] } }],
];

const lines: string[] = [];
const receiver = new Receiver();
let telemetry: ReturnType<typeof register>;
let app: Application;
let thrown = '';
let detail: object = {};

beforeAll(async () => {
  telemetry = register(await receiver.open());
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'development', LOG_FORMAT: 'json' } })
    .withPlugins([routing(), otel(), devtools(), log({ write: (line) => void lines.push(line) })])
    .withConfig({ http: { port: 0 }, log: { level: 'trace' } })
    .withRouting((route) => {
      route.any('/fails', (ctx: Context) => {
        app.facades.Log(ctx).info({ detail }, thrown);
        throw Object.assign(new Error(thrown), { detail });
      });
    })
    .create();
  await app.open();
});

afterAll(async () => {
  await app.close();
  await telemetry.end();
  receiver.close();
});

/** What a request that fails leaves behind: the page of the error, lines, spans, and the page of devtools. */
const traces = async (text: string, value: object = {}) => {
  thrown = text;
  detail = value;
  const before = lines.length;
  // A header has one line, and no letters beyond ASCII.
  const agent = text.replaceAll('\n', ' ');
  const target = `/fails?said=${encodeURIComponent(text)}`;
  const sent = {
    method: 'POST',
    headers: { Accept: 'text/html', 'User-Agent': agent, 'X-Trace': agent },
    body: JSON.stringify(value),
  };
  const { text: page } = await ask(app, target, {
    ...sent,
    headers: { ...sent.headers, 'Content-Type': 'application/json' },
  });
  await telemetry.flush();
  const [{ id } = { id: 0 }] = await seen(app);
  const tools = await ask(app, `/_taproot/requests/${id}`);
  const logs = await ask(app, '/_taproot/logs');
  return { page, lines: lines.slice(before).join(''), spans: receiver.text, tools: tools.text, logs: logs.text };
};

describe.each(texts)('%s', (_form, text) => {
  test('is masked in a string, and in a value', () => {
    expect(maskText(text)).not.toContain(hidden);
    expect(maskText(maskText(text))).toBe(maskText(text));
    expect(JSON.stringify(maskSecrets({ list: [{ text }] }))).not.toContain(hidden);
  });

  test('is in no page, line, span or tool', async () => {
    for (const [where, found] of Object.entries(await traces(text)))
      expect([where, found.indexOf(hidden), found.includes('********')]).toEqual([where, -1, true]);
  });
});

test.each(values)('a value with %s is in no page, line, span or tool', async (_form, value) => {
  expect(JSON.stringify(maskSecrets(value, false, isCredential))).not.toContain(hidden);
  const { spans, ...shown } = await traces('failed', value);
  expect(spans).not.toContain(hidden);
  for (const [where, found] of Object.entries(shown))
    expect([where, found.indexOf(hidden), found.includes('********')]).toEqual([where, -1, true]);
});

test.each([
  'select "token", "id" from "users" where "token" = $1 and "password" = ?',
  'Unknown member "author" of posts: use one of id, title.',
  'E_APP_KEY: the key is short. fix: Run `npx taproot key:generate`.',
  '{"token":null,"author":"ada","page":2}',
  'postgres://ada@db/app and https://example.com/@taproot/core',
  'GET /posts?page=2&sort=title&author=ada',
  'a basic example, the bearer of this, values of x, AUTHOR x',
  'eyJ is how a token begins, eyJ-short.',
  '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
])('%s gives nothing away and stays as it is', (text) => {
  expect(maskText(text)).toBe(text);
});

describe('a string that is cut', () => {
  test.each([
    ['says how much is left out', 'a'.repeat(30), 10, 'aaaaaaaaaa... 20 more'],
    ['of its own length stays', 'a'.repeat(10), 10, 'aaaaaaaaaa'],
    ['loses an address at the cut', 'at redis://:hunter2@cache', 18, 'at redis://... 14 more'],
    ['keeps an address before it', 'at redis://cache is it', 20, 'at redis://cache is ... 2 more'],
  ])('%s', (_what, text, length, shown) => {
    expect(cutText(text, length)).toBe(shown);
  });

  test('shows none of its credentials, wherever it is cut', () => {
    for (const [form, text] of texts)
      for (let length = 1; length < text.length; length++)
        expect([form, length, maskText(cutText(text, length)).includes(hidden)]).toEqual([form, length, false]);
  });
});
