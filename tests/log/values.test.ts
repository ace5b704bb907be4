import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Logged, logged } from './support.ts';

let made: Logged;

beforeEach(async () => {
  made = await logged({ log: { level: 'trace', secrets: ['iban'] } });
});
afterEach(() => made.app.close());

const line = (): Readonly<Record<string, unknown>> => {
  const lines = made.lines();
  expect(lines).toHaveLength(1);
  return lines[0] ?? {};
};

const cycle: Record<string, unknown> = { a: 1 };
cycle['self'] = cycle;
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('no');
    },
    ownKeys: () => {
      throw new Error('no');
    },
  },
);
let deep: object = { end: true };
for (let level = 0; level < 10_000; level++) deep = { deep };

class Money {
  readonly cents = 5n;
  get broken(): never {
    throw new Error('no');
  }
  toJSON(): unknown {
    return { cents: this.cents };
  }
}

describe('values that break careless logs', () => {
  test.each<[string, object, unknown]>([
    ['a cycle', cycle, { a: 1, self: '[circular]' }],
    [
      'a getter that throws',
      {
        ok: 1,
        get bad(): never {
          throw new Error('no');
        },
      },
      { ok: 1, bad: '[cannot be shown]' },
    ],
    ['a BigInt', { big: 12345678901234567890n }, { big: '12345678901234567890' }],
    ['a proxy that throws', { hostile }, { hostile: '[cannot be shown]' }],
    ['a toJSON()', { money: new Money() }, { money: { cents: '5' } }],
    ['a map and a set', { map: new Map([['a', 1]]), set: new Set([1]) }, { map: { a: 1 }, set: [1] }],
    ['bytes', { bytes: Buffer.from('secret') }, { bytes: '[6 bytes]' }],
    ['a function and a symbol', { f: () => 1, s: Symbol('x') }, { f: '[function f]', s: 'Symbol(x)' }],
    ['a date that is none', { at: new Date(Number.NaN) }, { at: 'Invalid Date' }],
    ['a member __proto__', JSON.parse('{"__proto__":{"x":1}}') as object, {}],
  ])('%s', (_what, value, shown) => {
    made.app.facades.Log().info(value, 'hello');
    expect(line()).toMatchObject({ level: 'info', message: 'hello', ...(shown as object) });
  });

  test.each<[string, unknown]>([
    ['10 MB', 'x'.repeat(10 * 1024 * 1024)],
    ['a million items', Array.from({ length: 1_000_000 }, () => 'x')],
    ['many long strings', Array.from({ length: 100 }, () => 'x'.repeat(5000))],
    ['10,000 levels', deep],
    [
      '10,000 members',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 'x'.repeat(100)])),
    ],
    ['a 10 MB name', { ['x'.repeat(10 * 1024 * 1024)]: 1 }],
  ])('%s becomes a short line', (_what, value) => {
    made.app.facades.Log().info({ value }, 'hello');
    expect(line()['message']).toBe('hello');
    expect(made.raw[0]?.length).toBeLessThan(128 * 1024);
  });

  test('line breaks, quotes and control characters stay in their line', () => {
    const text = 'a\r\n{"level":"fatal"}\u0000\u001b[2J\u2028"';
    made.app.facades.Log().info({ text, [`k\n${text}`]: 1 }, text);
    expect(made.raw).toHaveLength(1);
    expect(made.raw[0]?.trimEnd()).not.toMatch(/[\n\r]/);
    expect(line()).toMatchObject({ level: 'info', text, message: text });
  });

  test('half a character does no harm', () => {
    made.app.facades.Log().info({ text: '\ud800' }, '\udfff');
    expect(line()['level']).toBe('info');
  });

  test('an error is described with its cause; what libraries hang on it is left out', () => {
    const error = Object.assign(new Error('down', { cause: new Error('refused') }), {
      code: 'ECONNREFUSED',
      config: { headers: { Authorization: 'Bearer hunter2' } },
    });
    made.app.facades.Log().error(error);
    expect(line()).toMatchObject({
      message: 'down',
      error: { code: 'ECONNREFUSED', message: 'down', cause: { message: 'refused' } },
    });
    expect(made.raw[0]).not.toContain('hunter2');
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'text'],
    ['a symbol', Symbol('s')],
    ['a proxy', { hostile }],
  ])('a report of %s is a line', (_what, thrown) => {
    made.app.report(thrown, { where: 'test' });
    expect(line()).toMatchObject({ level: 'error', where: 'test' });
  });

  test('an error whose members throw is a line', () => {
    const error = new Error('x');
    for (const name of ['stack', 'message', 'cause', 'code'])
      Object.defineProperty(error, name, {
        get: () => {
          throw new Error('no');
        },
      });
    made.app.report(error, { where: 'test' });
    expect(line()).toMatchObject({ level: 'error', message: '[cannot be shown]' });
  });
});

test('children and channels add members to each line, cleaned', () => {
  const log = made.app.facades.Log().channel('mail').child({ tenant: 7, password: 'hunter2' });
  log.debug('sent');
  expect(line()).toMatchObject({ channel: 'mail', tenant: 7, password: '********', message: 'sent' });
});

describe('the own members of a line', () => {
  const foreign = {
    level: 'fatal',
    time: 'never',
    requestId: 'r',
    channel: 'c',
    tenant: 8,
    said: 1,
    message: 'm',
    a: 1,
  };

  /** Whether each name is written once: reading a line and writing it again would lose the second one. */
  const onceEach = (): void => {
    for (const raw of made.raw) expect(`${JSON.stringify(JSON.parse(raw))}\n`).toBe(raw);
  };

  test('are those of the line, whatever a client puts into the logged object', () => {
    const log = made.app.facades.Log().channel('mail').child({ tenant: 7 });
    log.info(foreign, 'sent');
    log.info({ ...foreign });
    log.child(foreign).warn('child');
    log.channel('other').info(foreign, 'sent');
    onceEach();
    const own = { time: expect.stringMatching(/^20/), a: 1 };
    expect(made.lines()).toMatchObject([
      { ...own, level: 'info', channel: 'mail', tenant: 7 },
      { ...own, level: 'info', channel: 'mail', tenant: 7 },
      // A child replaces what the author gave to the one before.
      { ...own, level: 'warn', channel: 'mail', tenant: 8, message: 'child' },
      { ...own, level: 'info', channel: 'other', tenant: 7 },
    ]);
    expect(made.lines()[0]).toMatchObject({
      message: 'sent',
      said: { level: 'fatal', tenant: 8, message: 'm', said: 1 },
    });
    expect(made.lines()[1]).toMatchObject({ message: 'm', requestId: 'r' });
  });

  test('are those of the last child', () => {
    const { app } = made;
    const log = app.facades.Log().child({ requestId: 'own', tenant: 7 }).child({ tenant: 8 });
    log.info({ requestId: 'r' });
    log.child({ requestId: 's' }).info('again');
    onceEach();
    expect(made.lines()).toMatchObject([
      { requestId: 'own', tenant: 8, said: { requestId: 'r' } },
      { requestId: 's', tenant: 8 },
    ]);
  });
});

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.hunter2hunter2';

/** Where a credential may be when somebody logs what he has. */
const places: readonly [string, object | string][] = [
  ['a member password', { password: 'hunter2' }],
  ['a member in camelCase', { user: { newPassword: 'hunter2' } }],
  ['a member in a list', { users: [{ email: 'a@b.c', password_confirmation: 'hunter2' }] }],
  ['a token', { access_token: 'hunter2', refreshToken: 'hunter2' }],
  ['a token with a longer name', { tokenValue: 'hunter2' }],
  ['a key of an API', { apiKey: 'hunter2', 'x-api-key': 'hunter2' }],
  ['a secret', { client_secret: 'hunter2' }],
  ['a number that is a PIN', { pin: '1234hunter2' }],
  ['a header', { headers: { Authorization: 'Basic aHVudGVyMg==hunter2' } }],
  ['a proxy header', { headers: { 'proxy-authorization': 'hunter2' } }],
  ['cookies', { headers: { cookie: 'sid=hunter2' } }],
  ['cookies that are set', { headers: { 'set-cookie': ['sid=hunter2; HttpOnly'] } }],
  ['web headers', { headers: new Headers({ authorization: 'Bearer hunter2' }) }],
  ['raw headers', { rawHeaders: ['Authorization', 'Bearer hunter2', 'Cookie', 'Cookie: sid=hunter2'] }],
  ['a pair', { fields: [{ name: 'password', value: 'hunter2' }] }],
  ['a map', { map: new Map([['password', 'hunter2']]) }],
  ['an object below a secret', { credentials: { user: 'ada', pass: 'hunter2' } }],
  ['a query', { url: '/login?token=hunter2&a=1' }],
  ['a URL object', { url: new URL('https://example.com/?api_key=hunter2') }],
  ['search parameters', { query: new URLSearchParams('password=hunter2') }],
  ['the address of a database', { dsn: 'postgres://ada:hunter2@db/app' }],
  ['an address in a text', 'cannot connect to redis://:hunter2@cache:6379'],
  ['a JSON body as text', { body: '{"email":"a@b.c","password":"hunter2"}' }],
  ['a form body as text', { body: 'email=a%40b.c&password=hunter2' }],
  ['a statement', { sql: "update users set password = 'hunter2' where id = 1" }],
  ['an insert', { sql: "insert into users (email, password) values ('a@b.c', 'hunter2')" }],
  ['what PostgreSQL says', { detail: 'Key (token)=(hunter2) already exists.' }],
  ['what MySQL says', "Duplicate entry 'hunter2' for key 'users.token'"],
  ['a bearer token in a text', 'rejected Bearer hunter2hunter2'],
  ['a JWT in a text', `rejected ${jwt}`],
  ['a JWT in any member', { subject: jwt }],
  ['a header line in a text', 'sent\r\nCookie: a=hunter2; b=hunter2\r\n'],
  ['the environment', { env: { APP_KEY: 'hunter2', DB_PASSWORD: 'hunter2' } }],
  ['an assignment in a text', 'started with APP_KEY=hunter2'],
  ['an error', new Error('login with password=hunter2 failed')],
  ['a cause', new Error('failed', { cause: new Error('token: hunter2') })],
  ['an aggregate', new AggregateError([new Error('secret=hunter2')], 'all failed')],
  ['a name of config/log.ts', { iban: 'hunter2' }],
];

test.each(places)('a credential in %s is in no line', (_where, value) => {
  const log = made.app.facades.Log();
  log.info(value);
  log.child(typeof value === 'string' ? { value } : value).warn('child');
  log.error({ inner: { value } }, 'inside');
  made.app.report(value, { where: 'test' });
  expect(made.raw).toHaveLength(4);
  expect(made.raw.join('')).not.toContain('hunter2');
});

test('values that are not credentials are shown', () => {
  const value = {
    monkey: 'banana',
    tokens: 12,
    text: 'E_APP_KEY: the key is short',
    stack: 'at file:///app/token.ts:12:5',
    url: '/posts?page=2&sort=title',
    fix: 'Run `npx taproot key:generate`, or `npx taproot jwt:secret` for a secret of its own.',
  };
  made.app.facades.Log().info(value);
  expect(line()).toMatchObject(value);
});
