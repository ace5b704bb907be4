import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '@taproot/core';
import { sql } from '@taproot/database';
import { refreshDatabase } from '@taproot/database/testing';
import { fakeMail } from '@taproot/mail/testing';
import { http, type TestClient, type TestResponse } from '@taproot/testing';
import { boot } from '../../../web-skeleton/bootstrap/app.ts';

type Ask = (email: string, ip: string) => PromiseLike<TestResponse>;

/** What a stranger can ask about an address. */
export const flows = ['register', 'login', 'login of a user without a password', 'forgotten password'] as const;
type Flow = (typeof flows)[number];

/** Addresses of one length, because a reply shows what was sent. */
const addressOf = (kind: 'user' | 'keys' | 'none', at: number): string =>
  `${kind}-${String(at).padStart(7, '0')}@example.com`;

/** A new browser. */
export const browserFrom = (app: Application, ip: string): TestClient =>
  http(app).keepCookies().from(ip).accept('text/html').withHeader('Sec-Fetch-Site', 'same-origin');

const form = (app: Application, path: string, fields: Readonly<Record<string, string>>, ip: string) =>
  browserFrom(app, ip).withHeader('Referer', `http://localhost${path}`).post(path, new URLSearchParams(fields));

/** Inserts users straight: to register so many takes longer than the test. */
const insertUsers = async (app: Application, count: number): Promise<void> => {
  const hash = await app.facades.Hash().make('analytical engine');
  const now = new Date().toISOString();
  for (let from = 0; from < count; from += 100) {
    const rows = Array.from({ length: Math.min(100, count - from) }, (_, at) => [
      sql`('Ada', ${addressOf('user', from + at)}, ${hash}, ${now})`,
      sql`('Key', ${addressOf('keys', from + at)}, null, ${now})`,
    ]);
    const statement = sql`insert into users (name, email, password, created_at) values ${sql.join(rows.flat())}`;
    await statement.execute(app.facades.DB());
  }
};

/** A stranger in front of the starter for pages, which has so many users with a password and as many without. */
export const withStranger = async <Result>(
  users: number,
  work: (
    pair: (flow: Flow) => readonly [known: () => PromiseLike<TestResponse>, unknown: () => PromiseLike<TestResponse>],
    app: Application,
  ) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'strangers-'));
  const app = await boot({
    env: { APP_ENV: 'testing', APP_LOCALE: 'en', DATABASE_URL: `sqlite:${join(folder, 'test_{worker}.sqlite')}` },
  });
  try {
    await refreshDatabase(app);
    fakeMail(app);
    await insertUsers(app, users);
    const login: Ask = (email, ip) => form(app, '/login', { email, password: 'a wrong password' }, ip);
    const asks: Readonly<Record<Flow, Ask>> = {
      register: (email, ip) => form(app, '/register', { name: 'Eve', email }, ip),
      login,
      'login of a user without a password': login,
      'forgotten password': (email, ip) => form(app, '/forgot-password', { email }, ip),
    };
    let asked = 0;
    // Each attempt has an address of its own and a user who was not asked for lately: the limits count both alike, and refuse none.
    const attempt = (flow: Flow, kind: 'user' | 'keys' | 'none') => (): PromiseLike<TestResponse> => {
      asked++;
      const ip = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
      return asks[flow](addressOf(kind, asked % users), ip);
    };
    return await work(
      (flow) => [attempt(flow, flow === 'login of a user without a password' ? 'keys' : 'user'), attempt(flow, 'none')],
      app,
    );
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
