import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthUser } from '@taproot/auth';
import type { Application } from '@taproot/core';
import { refreshDatabase } from '@taproot/database/testing';
import type { JsonObject } from '../../../plugins/openapi/src/json.ts';
import { describeFolder } from '../../support/describe-folder.ts';
import type { Random } from '../../support/random.ts';
import { boot as bootGolden } from '../golden/boot.ts';

/** An application with its document. */
export interface Subject {
  readonly name: string;
  readonly app: Application;
  readonly document: JsonObject;
  /** Operations with a gap, as `GET /notes/{id}`: the document says itself that it does not know all of their replies. */
  readonly told: ReadonlySet<string>;
  /** Headers by which a security scheme knows a user. */
  readonly credentials: (
    scheme: string,
    operation: string,
    random: Random,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Values by name that clients know from elsewhere, so that requests succeed. */
  readonly hints: Readonly<Record<string, readonly unknown[]>>;
  /** Operations that refuse by themselves what their schema allows, and why. */
  readonly beyond: Readonly<Record<string, string>>;
  /** How known faults begin, and why they are known. */
  readonly knownFaults: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const unique = 'unique() of the request';

const root = join(import.meta.dirname, '..', '..', '..');

// Not by their names: each application declares its own users and tables, so they are no part of one program.
type Boot = (
  options: { readonly env: Readonly<Record<string, string>> },
  services?: readonly object[],
) => Promise<Application>;

const bootOf = async (folder: string): Promise<Boot> => {
  const { boot } = (await import(join(root, folder, 'bootstrap', 'app.ts'))) as { readonly boot: Boot };
  return boot;
};

const committed = async (folder: string): Promise<JsonObject> =>
  JSON.parse(await readFile(join(root, folder, 'api', 'openapi.json'), 'utf8')) as JsonObject;

const bearer = async (app: Application, user: object, operation: string): Promise<Readonly<Record<string, string>>> => {
  const tokens = await app.facades.Auth().issue(user as AuthUser);
  // The operations that exchange tokens want the other one.
  const token = /refresh/.test(operation) ? tokens.refresh_token : tokens.access_token;
  return { Authorization: `Bearer ${token}` };
};

const posted = async (app: Application, path: string, body: object, ip = '127.0.0.1'): Promise<JsonObject> => {
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await (await app.facades.Route().fetch(request, { ip })).json()) as JsonObject;
};

const env = { APP_ENV: 'testing', HASH_MEMORY: '64', DATABASE_URL: ':memory:' };

const skeleton = async (): Promise<Subject> => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const boot = await bootOf('app-skeleton');
  const app = await boot({ env: { ...env, ATTACHMENTS_PATH: folder } });
  await refreshDatabase(app, { by: 'truncation' });
  await posted(app, '/api/register', { email: 'ada@example.com', password: 'correct horse' });
  const user = { id: 1, email: 'ada@example.com', created_at: new Date() };
  return {
    name: 'app-skeleton',
    app,
    document: await committed('app-skeleton'),
    told: new Set(),
    hints: {},
    beyond: {},
    knownFaults: {},
    credentials: (_scheme, operation) => bearer(app, user, operation),
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
};

const conduit = async (): Promise<Subject> => {
  const boot = await bootOf('examples/conduit');
  const app = await boot({ env });
  await refreshDatabase(app, { by: 'truncation' });
  let users = 0;
  let author: Readonly<Record<string, string>> | null = null;
  return {
    name: 'examples/conduit',
    app,
    document: await committed('examples/conduit'),
    told: new Set(),
    hints: {},
    beyond: { 'POST /api/users': unique, 'PUT /api/user': unique },
    knownFaults: {},
    async credentials(_scheme, _operation, random) {
      // Mostly one author, whose articles are there to be changed.
      if (author !== null && random.chance(0.8)) return author;
      users++;
      const [name, password] = [`fuzz-${users}`, 'correct horse'];
      const user = { username: name, email: `${name}@example.com`, password };
      const reply = await posted(app, '/api/users', { user }, `10.1.${users >> 8}.${users & 255}`);
      const { token } = reply['user'] as { readonly token: string };
      const headers = { Authorization: `Token ${token}` };
      author ??= headers;
      return headers;
    },
    close: async () => void (await app.close()),
  };
};

const rooms = async (): Promise<Subject> => {
  const boot = await bootOf('examples/rooms');
  const { mail } = (await import(join(root, 'examples/rooms/app/plugins/mail.ts'))) as {
    readonly mail: (mailer: object) => object;
  };
  const app = await boot({ env }, [mail({ send: async () => undefined })]);
  await refreshDatabase(app, { by: 'truncation' });
  const { userFactory } = (await import(join(root, 'examples/rooms/database/factories/user-factory.ts'))) as {
    readonly userFactory: Factory;
  };
  const member = await userFactory.create(app.facades.DB());
  const days = [1, 2, 3].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));
  const manager = await userFactory.state('manager').create(app.facades.DB());
  return {
    name: 'examples/rooms',
    app,
    document: await committed('examples/rooms'),
    told: new Set(),
    hints: { starts_at: days.map((day) => `${day}T10:00:00Z`), ends_at: days.map((day) => `${day}T11:00:00Z`) },
    beyond: { 'POST /api/rooms': unique, 'PUT /api/rooms/{room}': unique },
    knownFaults: {},
    credentials: (_scheme, operation, random) => bearer(app, random.chance(0.2) ? member : manager, operation),
    close: async () => void (await app.close()),
  };
};

interface Factory {
  readonly create: (db: object) => Promise<object>;
  readonly state: (name: string) => Factory;
}

const golden = async (): Promise<Subject> => {
  const user = { id: 1, email: 'ada@example.com' } as AuthUser;
  const app = await bootGolden(user);
  return {
    name: 'tests/openapi/golden',
    app,
    document: await committed('tests/openapi/golden'),
    told: new Set(),
    hints: { 'X-Shift': ['day'] },
    beyond: {},
    knownFaults: {},
    async credentials(scheme, operation) {
      if (scheme === 'partner') return { 'X-Partner': 'ada' };
      const { access_token, refresh_token } = await app.facades.Auth().issue(user, { guard: scheme });
      return { Authorization: `Bearer ${operation === 'renew' ? refresh_token : access_token}` };
    },
    close: async () => void (await app.close()),
  };
};

const foreign = async (): Promise<Subject> => {
  const folder = join(root, 'tests/openapi/foreign/app');
  const boot = await bootOf('tests/openapi/foreign/app');
  const app = await boot({ env: { APP_ENV: 'testing' } });
  const { document, routes } = await describeFolder(app, folder);
  const told = routes.flatMap(({ method, path, gaps }) =>
    gaps.length === 0 ? [] : method.split('|').map((name) => `${name} ${path.replaceAll(/\{(\w+)[^{}]*\}/g, '{$1}')}`),
  );
  const people = [
    { id: 1, email: 'ada@example.com', role: 'admin' },
    { id: 2, email: 'bob@example.com', role: 'member' },
  ];
  return {
    name: 'tests/openapi/foreign',
    app,
    document,
    told: new Set(told),
    hints: {
      email: people.map(({ email }) => email),
      password: ['correct-horse'],
      password_confirmation: ['correct-horse'],
      zip: ['89073'],
      'X-Role': ['admin', 'editor'],
      'X-Tenant': ['shop'],
      'X-Calls': [0, 1],
      'X-Version': [1, 2],
    },
    beyond: {
      'POST /in/attachment': 'a refusal by the handler',
      'GET /web/problem': 'a refusal by the handler',
      'POST /orders/{id}/lines': 'a refusal by the handler',
      'PUT /in/custom': 'a rule that is a function',
      'POST /orders': 'a refusal by the handler',
    },
    knownFaults: {
      'GET /desk/quota: 200: the body does not fit': 'the handler makes NaN of a header, which is null in JSON',
      'GET /in/headers: 200: the body does not fit': 'the handler makes NaN of a header, which is null in JSON',
      'POST /in/only: 200: the body does not fit': 'the handler asserts a type of its input that it does not check',
    },
    credentials: async (scheme, operation, random) =>
      scheme === 'partner' ? { 'X-Api-Key': 'letmein' } : bearer(app, random.pick(people), operation),
    close: async () => void (await app.close()),
  };
};

/** Opens the applications whose documents are held against them. */
export const subjects = { skeleton, golden, conduit, rooms, foreign };
