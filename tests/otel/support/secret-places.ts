import { once } from 'node:events';
import { connect } from 'node:net';
import { type Application, type Context, HttpError } from '@taproot/core';
import { sql } from '@taproot/database';
import type { RootRouter } from '@taproot/routing';

/** The secret of a place: no other place has it. */
export const secretOf = (place: string): string =>
  `s3cr3t${place.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)}x9`;

/** What a place may use. */
export interface Reach {
  readonly url: string;
  readonly app: Application;
  /** Sends a request, and reads its response. */
  readonly send: (path: string, init?: RequestInit) => Promise<void>;
  /** Sends bytes. */
  readonly raw: (head: string) => Promise<void>;
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const header =
  (name: string, value: (secret: string) => string) =>
  (secret: string, { send }: Reach): Promise<void> =>
    send('/echo', { headers: { [name]: value(secret) } });

const path =
  (make: (secret: string) => string, init?: RequestInit) =>
  (secret: string, { send }: Reach): Promise<void> =>
    send(make(secret), init);

const thrown =
  (make: (secret: string) => unknown) =>
  async (secret: string, { send }: Reach): Promise<void> => {
    failing = () => Promise.reject(make(secret));
    await send('/fails');
  };

const written =
  (make: (secret: string, app: Application) => object | string) =>
  (secret: string, { app }: Reach): void => {
    app.facades.Log().info(make(secret, app));
  };

const queried =
  (run: (secret: string, ctx: Context) => Promise<unknown>) =>
  async (secret: string, { send }: Reach): Promise<void> => {
    failing = (ctx) => run(secret, ctx);
    await send('/fails');
  };

let failing: (ctx: Context) => Promise<unknown> = () => Promise.resolve({});

/** What the check of health says, or throws. */
export const healthSays: Record<string, string | number> = {};
let broken: Error | null = null;

/** The check of health. */
export const check = (): Record<string, string | number> => {
  if (broken !== null) throw broken;
  return healthSays;
};

const shown =
  (name: string, value: (secret: string) => string) =>
  async (secret: string, { send }: Reach): Promise<void> => {
    healthSays[name] = value(secret);
    await send('/health/ready');
  };

/** Where a token or a password may be. */
export const places: readonly [string, (secret: string, reach: Reach) => unknown][] = [
  ['the header Authorization, Bearer', header('authorization', (secret) => `Bearer ${secret}`)],
  ['the header Authorization, Basic', header('authorization', (secret) => `Basic ${btoa(`ada:${secret}`)}`)],
  [
    'the header Proxy-Authorization',
    (secret, { raw }) =>
      raw(`GET /echo HTTP/1.1\r\nHost: localhost\r\nProxy-Authorization: Basic ${btoa(`ada:${secret}`)}\r\n`),
  ],
  ['the header Cookie', header('cookie', (secret) => `session=${secret}`)],
  ['the header X-Api-Key', header('x-api-key', (secret) => secret)],
  ['the header X-CSRF-Token', header('x-csrf-token', (secret) => secret)],
  ['the header Referer', header('referer', (secret) => `https://example.com/reset?token=${secret}`)],
  [
    'a cookie of the response',
    queried(async (secret, ctx) => ctx.response().cookie({ name: 'sid', value: secret }).json(200, {})),
  ],
  ['the query', path((secret) => `/echo?token=${secret}`)],
  ['the query of an unknown path', path((secret) => `/nowhere?access_token=${secret}`)],
  [
    'the query of a host that is not trusted',
    (secret, { raw }) => raw(`GET /echo?token=${secret} HTTP/1.1\r\nHost: evil.example\r\n`),
  ],
  ['a parameter of the route', path((secret) => `/reset/${secret}`)],
  ['a parameter of the route, by a wrong method', path((secret) => `/reset/${secret}`, { method: 'DELETE' })],
  ['a parameter of the route that fails', path((secret) => `/confirm/${secret}/now`)],
  ['a pair in an unknown path', path((secret) => `/nowhere;token=${secret}/x`)],
  [
    'the user of an absolute address',
    (secret, { raw }) => raw(`GET http://ada:${secret}@localhost/echo HTTP/1.1\r\nHost: localhost\r\n`),
  ],
  [
    'the parameter in an absolute address',
    (secret, { raw }) => raw(`GET http://localhost/reset/${secret} HTTP/1.1\r\nHost: localhost\r\n`),
  ],
  [
    'a URL in an unknown path',
    (secret, { raw }) => raw(`GET /go/https://ada:${secret}@example.com/ HTTP/1.1\r\nHost: localhost\r\n`),
  ],
  [
    'bytes that are no HTTP',
    (secret, { raw }) => raw(`GET /echo?token=${secret}\u0000 HTTP/9\r\nAuthorization: Bearer ${secret}\r\n`),
  ],
  ['a body that is valid', (secret, { send }) => send('/echo', json({ password: secret }))],
  ['a body that is not valid', (secret, { send }) => send('/register', json({ password: secret, email: secret }))],
  ['the name of a field', (secret, { send }) => send('/register', json({ [secret]: { password: secret } }))],
  ['a body that is no JSON', (secret, { send }) => send('/register', json(`${secret} {"password":"${secret}`))],
  [
    'a form',
    (secret, { send }) => send('/register', { method: 'POST', body: new URLSearchParams({ password: secret }) }),
  ],
  [
    'a multipart form',
    async (secret, { send }) => {
      const body = new FormData();
      body.set('password', secret);
      body.set('file', new File([secret], 'key.pem'));
      await send('/register', { method: 'POST', body });
    },
  ],
  ['a parameter of a statement', queried((secret, ctx) => db(ctx, sql`select ${secret} as password`))],
  ['a literal of a statement', queried((secret, ctx) => db(ctx, sql.raw(`select '${secret}' as password`)))],
  [
    'a literal with quotes in it',
    queried((secret, ctx) => db(ctx, sql.raw(`select 'it''s ${secret}' as a, 'b' as c`))),
  ],
  [
    'a literal of a statement that fails',
    queried((secret, ctx) => db(ctx, sql.raw(`insert into absent (token) values ('${secret}')`))),
  ],
  [
    'a row that is there already',
    queried(async (secret, ctx) => {
      await db(ctx, sql`create table if not exists users (token text unique)`);
      for (let times = 0; times < 2; times++) await db(ctx, sql`insert into users (token) values (${secret})`);
    }),
  ],
  ['the message of an error', thrown((secret) => new Error(`login with password=${secret} failed`))],
  [
    'the cause of an error',
    thrown((secret) => new Error('failed', { cause: new Error(`cannot connect to redis://:${secret}@cache:6379`) })),
  ],
  [
    'members of an error',
    thrown((secret) =>
      Object.assign(new Error('refused'), {
        config: { headers: { Authorization: `Bearer ${secret}` } },
        token: secret,
      }),
    ),
  ],
  ['one of many errors', thrown((secret) => new AggregateError([new Error(`token: ${secret}`)], 'all failed'))],
  [
    'an error of HTTP',
    thrown((secret) => new HttpError(502, 'Bad gateway', { cause: new Error(`Authorization: Bearer ${secret}`) })),
  ],
  ['a string that is thrown', thrown((secret) => `secret=${secret}`)],
  ['an object that is thrown', thrown((secret) => ({ password: secret }))],
  ['the code of an error', thrown((secret) => Object.assign(new Error('refused'), { code: `Bearer ${secret}` }))],
  ['the name of an error', thrown((secret) => Object.assign(new Error('refused'), { name: `token=${secret}` }))],
  ['the configuration', written((_secret, { config }) => ({ config }))],
  [
    'the environment',
    written((secret) => ({ env: { APP_KEY: secret, DATABASE_URL: `postgres://ada:${secret}@db/app` } })),
  ],
  [
    'a value of the log',
    written((secret) => ({ user: { newPassword: secret, sessions: [{ refreshToken: secret }] } })),
  ],
  ['a message of the log', written((secret) => `signed in with Bearer ${secret}`)],
  ['a URL of the log', written((secret) => ({ webhook: new URL(`https://hooks.example/?api_key=${secret}`) }))],
  ['a child of the log', (secret, { app }) => app.facades.Log().child({ password: secret }).warn('child')],
  ['a health detail by its name', shown('token', (secret) => secret)],
  ['a health detail named authorization', shown('authorization', (secret) => secret)],
  ['a health detail named session', shown('session_id', (secret) => secret)],
  ['an address in a health detail', shown('url', (secret) => `redis://:${secret}@cache:6379`)],
  ['a sentence of a health detail', shown('note', (secret) => `sent with Bearer ${secret}`)],
  ['a pair in a health detail', shown('last', (secret) => `password=${secret}`)],
  [
    'a health check that fails',
    async (secret, { send }) => {
      broken = Object.assign(new Error(`postgres://ada:${secret}@db/app is down`), { code: `password=${secret}` });
      await send('/health/ready');
      broken = null;
    },
  ],
];

const db = (ctx: Context, statement: ReturnType<typeof sql>): Promise<unknown> =>
  statement.execute((ctx.value('app') as Application).facades.DB());

/** The routes that the places use. */
export const routes = (route: RootRouter, app: Application): void => {
  route.get('/echo', () => ({}));
  route.post('/echo', async (ctx) => ({
    fields: Object.keys(Object((await ctx.request().validate({})).validated())).length,
  }));
  route.get('/reset/{token}', () => ({}));
  route.get('/confirm/{secret}/now', () => Promise.reject(new Error('not now')));
  route.post('/register', async (ctx) => {
    await ctx.request().validated({ password: 'required|integer', email: 'required|email' });
    return {};
  });
  route.get('/fails', async (ctx) => {
    ctx.withValue('app', app);
    await failing(ctx);
    return {};
  });
};

/** A client of an application that listens. */
export const reach = (app: Application): Reach => {
  const url = app.facades.Http().address?.url ?? '';
  return {
    url,
    app,
    send: async (target, init = {}) => {
      const response = await fetch(url + target, {
        ...init,
        headers: { connection: 'close', ...(init.headers as Record<string, string>) },
      });
      await response.arrayBuffer();
    },
    raw: async (head) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      // The server closes: a client that ends may count as one that has left.
      socket.write(`${head}Connection: close\r\n\r\n`);
      socket.resume();
      await once(socket, 'close');
    },
  };
};
