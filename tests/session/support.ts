import { randomUUID } from 'node:crypto';
import { auth, authTables } from '@taproot/auth';
import type { Application, Config } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';
import { crypt } from '@taproot/crypt';
import { type ConnectionConfig, database, sql } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { type SessionConfig, session, sessionTables } from '@taproot/session';
import { type TestApplication, testApplication } from '@taproot/testing';
import { validation } from '@taproot/validation';
import { sharedRedis } from '../throttle/support/services.ts';

declare module '@taproot/session' {
  interface SessionValues {
    visits: number;
    cart: { items: number[] };
    status: string;
    a: string;
    b: string;
    big: string;
    kinds: unknown;
  }
}

export interface SiteOptions {
  readonly driver?: string;
  /** Whether it listens on a free port; false by default. */
  readonly listen?: boolean;
  readonly store?: SessionConfig['store'];
  readonly session?: Config['session'];
  readonly auth?: Config['auth'];
  readonly env?: Readonly<Record<string, string>>;
  /** The database; SQLite in memory when left out. */
  readonly connection?: ConnectionConfig;
  readonly redisUrl?: string;
  readonly plugins?: readonly AnyPlugin[];
  readonly register?: (app: Application) => unknown;
}

export const users = [
  { id: 1, email: 'ada@example.com' },
  { id: 2, email: 'bob@example.com' },
] as const;

/** Cheap hashes: what is tested is what is done with them. */
const cheap = { memory: 64, passes: 1, parallelism: 1 } as const;

/** A site with sessions, two users and the tables for both. */
export const site = async (options: SiteOptions = {}): Promise<TestApplication> => {
  const {
    driver = 'koa',
    listen = false,
    store = 'cookie',
    env = {},
    connection = { driver: 'sqlite', path: ':memory:' },
    register,
  } = options;
  const app = await testApplication({
    plugins: [
      routing({ driver, listen, method_override: true }),
      fastify(),
      crypt(),
      database(),
      redis({ connections: { default: { url: options.redisUrl ?? sharedRedis } } }),
      validation(),
      auth(),
      session(),
      ...(options.plugins ?? []),
    ],
    env: { JWT_SECRET: 'k7Qv2mX9sLw4Rz8Tb1Nc6Hd3Gf5Jp0Ya', ...env },
    config: {
      database: { default: 'main', connections: { main: connection } },
      session: { store, redis: { prefix: `test:${randomUUID()}` }, ...(options.session as object) },
      auth: {
        default: 'web',
        passwords: cheap,
        guards: { web: { driver: 'session', remember: '30d' } },
        ...(options.auth as object),
      },
    },
    ...(register === undefined ? {} : { register }),
  });
  const run = (statement: string) => sql.raw(statement).execute(app.facades.DB());
  await run('create table users (id integer primary key, email varchar(255), password varchar(255))');
  for (const statement of [...authTables.up, ...sessionTables.up]) await run(statement);
  const hash = await app.facades.Hash().make('secret');
  for (const { id, email } of users)
    await sql`insert into users (id, email, password) values (${id}, ${email}, ${hash})`.execute(app.facades.DB());
  await app.open();
  return app;
};

type Headers = Readonly<Record<string, string>>;

/** A browser with a jar of cookies, which speaks with one application. */
export class Browser {
  readonly cookies = new Map<string, string>();
  #app: Application;

  constructor(app: Application, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#app = app;
    for (const [name, value] of cookies) this.cookies.set(name, value);
  }

  /** The same cookies in another browser. */
  copy(app = this.#app): Browser {
    return new Browser(app, this.cookies);
  }

  async get(path: string, headers: Headers = {}): Promise<Response> {
    return this.send('GET', path, undefined, headers);
  }

  async post(path: string, fields: Readonly<Record<string, string>> = {}, headers: Headers = {}): Promise<Response> {
    return this.send('POST', path, new URLSearchParams(fields), { 'sec-fetch-site': 'same-origin', ...headers });
  }

  async send(
    method: string,
    path: string,
    body: string | URLSearchParams | undefined,
    headers: Headers,
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(`http://localhost${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { accept: 'text/html,*/*;q=0.8', ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    const reply = await this.#app.facades.Route().fetch(request);
    this.take(reply);
    return reply;
  }

  /** Takes the cookies of a reply. */
  take(reply: Response): void {
    for (const one of reply.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
      if (/max-age=0/i.test(one)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
