import { expect, test } from '@jest/globals';
import {
  type Ability,
  type AbilityArguments,
  type Auth,
  type AuthManager,
  type AuthUser,
  auth,
  type Gate,
  type GateResponse,
  type Tokens,
} from '@taproot/auth';
import { type AnyChannel, type Broadcast, channel } from '@taproot/broadcast';
import { Command, number, Option, oneOf, wholeNumber } from '@taproot/console/command';
import {
  type Application,
  type Context,
  defineConfig,
  type Facades,
  type Middleware,
  type MiddlewareFactories,
  setup,
} from '@taproot/core';
import type { BodyOf } from '@taproot/core/internal';
import {
  type ConnectionName,
  defineFactory,
  type Generated,
  type Kysely,
  type Selectable,
  type Tables,
} from '@taproot/database';
import { assertDatabaseHas } from '@taproot/database/testing';
import type { Session } from '@taproot/session';
import type { TestClient } from '@taproot/testing';
import type { Post } from '../auth/support/abilities.ts';
import { PostPolicy } from '../auth/support/post-policy.ts';
import { type Equal, expectType, onlyCompiled } from './support.ts';

declare module '@taproot/session' {
  interface SessionValues {
    seats: { row: number }[];
    notice: string;
  }
}

test('abilities are those declared, and the methods of the policies', () => {
  expectType<
    Equal<
      Ability,
      | 'update-post'
      | 'see-reports'
      | 'viewApiDocs'
      | `test:${string}`
      | 'post.view'
      | 'post.update'
      | 'post.delete'
      | 'post.create'
    >
  >();
});

test('the subject of an ability is its declared map, or the parameter of the method after the user', () => {
  expectType<Equal<AbilityArguments<'update-post'>, [about: { post: Post }]>>();
  expectType<Equal<AbilityArguments<'see-reports'>, [about?: undefined]>>();
  expectType<Equal<AbilityArguments<'post.update'>, [post: Post]>>();
  expectType<Equal<AbilityArguments<'post.delete'>, [post: Post, reason: string]>>();
  expectType<Equal<AbilityArguments<'post.create'>, []>>();
});

onlyCompiled(async (gate: Gate, post: Post) => {
  expectType<Equal<Awaited<ReturnType<typeof gate.allows>>, boolean>>();
  await gate.allows('update-post', { post });
  await gate.allows('see-reports');
  await gate.allows('post.update', post);
  await gate.authorize('post.delete', post, 'spam');
  await gate.any(['post.view', 'post.update'], post);
  const response: GateResponse = await gate.inspect('post.create');
  response.allowed();

  // @ts-expect-error no such ability
  await gate.allows('post.udpate', post);
  // @ts-expect-error before() of a policy is no ability
  await gate.allows('post.before', post);
  // @ts-expect-error it is asked about a post
  await gate.allows('update-post');
  // @ts-expect-error of the right shape
  await gate.allows('update-post', { post: { id: 1 } });
  // @ts-expect-error a policy's method is given the post itself
  await gate.allows('post.update', { post });
  // @ts-expect-error and every further parameter
  await gate.authorize('post.delete', post);

  gate.define('update-post', (user, about, ctx) => {
    expectType<Equal<typeof user, AuthUser | null>>();
    expectType<Equal<typeof about, { post: Post }>>();
    expectType<Equal<typeof ctx, Context | null>>();
    // @ts-expect-error without a user there is no id
    return user.id === about.post.author;
  });
  // @ts-expect-error a check decides
  gate.define('see-reports', () => 'yes');
  // @ts-expect-error nothing is no decision
  gate.define('see-reports', () => {});

  // @ts-expect-error AU-11: without await it is always true
  if (gate.allows('see-reports')) return; // oxlint-disable-line typescript/no-misused-promises -- what must not compile
});

onlyCompiled(async (facades: Facades, ctx: Context) => {
  expectType<Equal<ReturnType<typeof facades.Gate>, Gate>>();
  const manager = facades.Auth();
  expectType<Equal<typeof manager, AuthManager>>();
  const own = facades.Auth(ctx);
  expectType<Equal<typeof own, Auth>>();

  const user = await own.user();
  expectType<Equal<typeof user, AuthUser | null>>();
  if (user !== null) expectType<Equal<typeof user.email, string>>();
  const id = await own.id();
  expectType<Equal<typeof id, string | null>>();
  const tokens = await own.attempt({ email: 'ada@example.com', password: 'secret' });
  expectType<Equal<typeof tokens, Tokens | null>>();
  const token = await own.login({ id: 1, email: 'ada@example.com' });
  expectType<Equal<typeof token, string>>();

  await own.attempt(ctx.request().only('email', 'password'));
  // @ts-expect-error a user has an id
  await own.login({ email: 'ada@example.com' });
  // @ts-expect-error who is logged in needs a request
  await facades.Auth().user();
});

onlyCompiled((middleware: MiddlewareFactories) => {
  const made: Middleware[] = [
    middleware.auth(),
    middleware.auth('token'),
    middleware.guest(),
    middleware.tokenCan('write'),
    middleware.can('see-reports'),
    middleware.can('post.update', (ctx) => [{ id: 1, author: ctx.request().queryInt('author') }]),
    middleware.can('update-post', async () => [{ post: { id: 1, author: 1 } }]),
  ];
  // @ts-expect-error it is asked about a post
  middleware.can('post.update');
  // @ts-expect-error and about nothing else
  middleware.can('post.update', () => [{ id: 1 }]);
  // @ts-expect-error no such ability
  middleware.can('post.publish');
  return made;
});

onlyCompiled(() => {
  const builder = setup().withPlugins([auth()]).withPolicies({ post: PostPolicy });
  // @ts-expect-error a policy is a class
  builder.withPolicies({ post: new PostPolicy() });
  // @ts-expect-error the step comes with the plugin
  setup().withPolicies({ post: PostPolicy });

  defineConfig('auth', { default: 'api', guards: { api: { driver: 'jwt', lifetime: '5m', algorithm: 'EdDSA' } } });
  // @ts-expect-error tokens without a signature are no choice
  defineConfig('auth', { guards: { api: { driver: 'jwt', algorithm: 'none' } } });
  // @ts-expect-error no guard has such a key
  defineConfig('auth', { guards: { api: { driver: 'jwt', tll: 5 } } });
  // @ts-expect-error revocations are kept somewhere else
  defineConfig('auth', { revocation: { store: 'file' } });
});

const rooms = channel('rooms.{room}').events<{ booked: { id: number }; closed: null }>();
const desks = channel('rooms.{room}.desks.{desk}');
const news = channel('news').events<{ printed: string }>();

test('a channel is made of the parameters of its pattern', () => {
  expectType<Equal<ReturnType<typeof rooms.of>, AnyChannel<{ booked: { id: number }; closed: null }>>>();
  onlyCompiled(() => {
    rooms.of({ room: 7 });
    rooms.of({ room: 'oak' });
    news.of();
    desks.of({ room: 1, desk: 'a' });
    // @ts-expect-error -- the parameter is missing
    rooms.of();
    // @ts-expect-error -- one of two is missing
    desks.of({ room: 1 });
    // @ts-expect-error -- the pattern has no such parameter
    rooms.of({ room: 1, desk: 'a' });
    // @ts-expect-error -- a parameter is a string or a number
    rooms.of({ room: null });
    // @ts-expect-error -- the pattern has no parameters
    news.of({ room: 1 });
  });
  expect(true).toBe(true);
});

test('events are sent by their names, with their data', () => {
  onlyCompiled(async (broadcast: Broadcast) => {
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: 1 });
    await broadcast.send(rooms.of({ room: 7 }), 'closed', null);
    // @ts-expect-error -- there is no such event
    await broadcast.send(rooms.of({ room: 7 }), 'boked', { id: 1 });
    // @ts-expect-error -- the id is a number
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: '1' });
    // @ts-expect-error -- this event has no data
    await broadcast.send(rooms.of({ room: 7 }), 'closed', { id: 1 });
    // Without events() any name and any data.
    await broadcast.send(desks.of({ room: 7, desk: 1 }), 'whatever', { it: 'is' });
  });
  expect(true).toBe(true);
});

test('who decides about a channel gets its parameters, and answers with a boolean', () => {
  rooms.authorize((_ctx: Context, params) => {
    expectType<Equal<typeof params, { readonly room: string }>>();
    return params.room === '7';
  });
  // @ts-expect-error -- there is no such parameter
  rooms.authorize((_ctx, { desk }) => desk === '7');
  // @ts-expect-error -- a string is no decision
  rooms.authorize(() => 'yes');
  // The events stay with a channel that got a rule.
  expectType<Equal<ReturnType<ReturnType<typeof rooms.can>['of']>, ReturnType<typeof rooms.of>>>();
  expect(true).toBe(true);
});

test('a stream has the events of all its channels', () => {
  onlyCompiled(async (broadcast: Broadcast, ctx: Context) => {
    const reply = await broadcast.stream(ctx, [rooms.of({ room: 7 }), news.of()]);
    expectType<
      Equal<
        BodyOf<typeof reply>,
        | { readonly event: 'booked'; readonly data: { id: number }; readonly id: string }
        | { readonly event: 'closed'; readonly data: null; readonly id: string }
        | { readonly event: 'printed'; readonly data: string; readonly id: string }
      >
    >();
    // @ts-expect-error -- a pattern is no channel
    await broadcast.stream(ctx, rooms);
  });
  expect(true).toBe(true);
});

class Typed extends Command {
  count = Option.String('--count', '3', { validator: wholeNumber({ min: 1 }) });
  rate = Option.String('--rate', { validator: number() });
  format = Option.String('--format', 'text', { validator: oneOf('text', 'json') });
  size = Option.String({ required: false, validator: oneOf('s', 'm') });
  id = Option.String({ validator: wholeNumber() });

  override execute(): Promise<void> {
    return Promise.resolve();
  }
}

test('options and arguments have the types that their validators give', () => {
  onlyCompiled(({ count, rate, format, size, id }: Typed) => {
    expectType<Equal<typeof count, number>>();
    expectType<Equal<typeof rate, number | undefined>>();
    expectType<Equal<typeof format, 'text' | 'json'>>();
    expectType<Equal<typeof size, 's' | 'm' | undefined>>();
    expectType<Equal<typeof id, number>>();
  });
});

test('answers have the types of the choices', () => {
  onlyCompiled(async (command: Command) => {
    const one = await command.choose('?', ['koa', 'fastify'], { default: 'koa' });
    expectType<Equal<typeof one, 'koa' | 'fastify'>>();
    const labelled = await command.choose('?', { koa: 'Koa', fastify: 'Fastify' });
    expectType<Equal<typeof labelled, 'koa' | 'fastify'>>();
    const several = await command.chooseSeveral('?', ['auth', 'database'], { default: ['auth'] });
    expectType<Equal<typeof several, ('auth' | 'database')[]>>();
    const spun = await command.spin('?', async () => 42);
    expectType<Equal<typeof spun, number>>();
    // @ts-expect-error -- a default is one of the choices
    await command.choose('?', ['koa', 'fastify'], { default: 'express' });
  });
});

interface PostTable {
  id: Generated<number>;
  slug: string;
  views: number | null;
}

interface VisitTable {
  page: string;
}

declare module '@taproot/database' {
  interface Tables {
    types_posts: PostTable;
  }
  interface Connections {
    reports: { visits: VisitTable };
  }
}

test('the default connection has the tables that the application declares', () => {
  onlyCompiled(async (app: Application) => {
    const db = app.facades.DB();
    expectType<Equal<typeof db, Kysely<Tables>>>();
    const posts = await db.selectFrom('types_posts').select(['id', 'slug']).execute();
    expectType<Equal<typeof posts, { id: number; slug: string }[]>>();
    const [all] = await db.selectFrom('types_posts').selectAll().execute();
    expectType<Equal<typeof all, Selectable<PostTable> | undefined>>();
    await db.insertInto('types_posts').values({ slug: 'a', views: null }).execute();
    // @ts-expect-error -- a column without a default is missing
    await db.insertInto('types_posts').values({ views: 1 }).execute();
    // @ts-expect-error -- there is no such table
    db.selectFrom('types_post');
    // @ts-expect-error -- there is no such column
    db.selectFrom('types_posts').select('title');
    // @ts-expect-error -- views are numbers
    db.selectFrom('types_posts').selectAll().where('views', '=', 'many');
  });
  expect(true).toBe(true);
});

test('another connection has tables of its own, and a name nobody declared does not compile', () => {
  onlyCompiled((app: Application) => {
    const reports = app.facades.DB('reports');
    expectType<Equal<typeof reports, Kysely<{ visits: VisitTable }>>>();
    reports.selectFrom('visits').select('page');
    // @ts-expect-error -- the tables of the default connection are not there
    reports.selectFrom('types_posts');
    // @ts-expect-error -- there is no such connection
    app.facades.DB('report');
  });
  expectType<Equal<ConnectionName, 'reports'>>();
  expect(true).toBe(true);
});

declare module '@taproot/database' {
  interface Tables {
    growers: { id: Generated<number>; email: string; role: 'admin' | 'guest'; born_on: string | null };
    crops: { id: Generated<number>; grower_id: number; name: string; planted: Generated<boolean> };
  }
}

const growers = defineFactory('growers', {
  row: ({ sequence }) => ({ email: `${sequence}@example.com`, role: 'guest' }),
  states: { admin: { role: 'admin' }, born: ({ sequence }) => ({ born_on: `2000-01-0${sequence}` }) },
});
const crops = defineFactory('crops', { row: () => ({ name: 'wheat' }), parents: { grower_id: growers } });

// Compiled, and not run.
export const wrong = async (db: Kysely<Tables>): Promise<void> => {
  // @ts-expect-error -- no such table
  defineFactory('grower', { row: () => ({}) });
  // @ts-expect-error -- a column is missing
  defineFactory('growers', { row: () => ({ email: 'a' }) });
  // @ts-expect-error -- no such role
  defineFactory('growers', { row: () => ({ email: 'a', role: 'boss' }) });
  // @ts-expect-error -- no such column
  defineFactory('growers', { row: () => ({ email: 'a', role: 'guest', name: 'Ada' }) });
  // @ts-expect-error -- a parent of no column
  defineFactory('crops', { row: () => ({ name: 'a', grower_id: 1 }), parents: { growers } });
  // @ts-expect-error -- a state of another column
  defineFactory('growers', { row: () => ({ email: 'a', role: 'guest' }), states: { old: { age: 80 } } });
  // @ts-expect-error -- no such state
  growers.state('boss');
  // @ts-expect-error -- no such column
  growers.makeMany(2, { name: 'Ada' }).pop();
  // @ts-expect-error -- of another type
  growers.sequence({ role: 'boss' });
  // @ts-expect-error -- no such column
  growers.has(crops, 'owner_id');
  // @ts-expect-error -- the parent was not made
  const owner: number = crops.make().grower_id;
  // @ts-expect-error -- a row has its columns alone
  expect((await growers.create(db)).name).toBe('');
  // @ts-expect-error -- no such column
  await assertDatabaseHas(db, 'growers', { name: 'Ada' });
  // @ts-expect-error -- of another type
  await assertDatabaseHas(db, 'growers', { id: '1' });
  expect(owner).toBe(0);
  growers.has(crops, 'grower_id', 2).state('born', 'admin').sequence({ role: 'guest' });
  crops.for('grower_id', await growers.create(db)).for('grower_id', growers);
};

test('rows have the columns of their tables', () => {
  const grower: { email: string; role: 'admin' | 'guest' } = growers.state('admin').make();
  expect(grower.role).toBe('admin');
  const crop: { name: string; grower_id?: number } = crops.make();
  expect(crop).toEqual({ name: 'wheat' });
  expect(crops.make({ grower_id: 7 }).grower_id).toBe(7);
});

class User {
  readonly id = 7;
}

test('actingAs() takes users, and neither a client nor a promise of a user', () => {
  onlyCompiled((client: TestClient, found: { id: number; name: string | null }, unknown: object) => {
    client.actingAs(new User());
    client.actingAs({ id: 7 }, 'admin');
    client.actingAs(found);
    client.actingAs(unknown);
    // @ts-expect-error -- a client in place of the user
    client.actingAs(client);
    // @ts-expect-error -- a promise that is not awaited
    client.actingAs(Promise.resolve(new User()));
    // @ts-expect-error -- not an object
    client.actingAs(7);
  });
});

test('a session has the declared keys, with their types', () => {
  onlyCompiled((session: Session) => {
    const kept = session.get('seats');
    expectType<Equal<typeof kept, { row: number }[] | null>>();
    const seats: { row: number }[] = session.get('seats', []);
    session.put('seats', seats).flash('notice', 'Booked.').forget('seats', 'notice');
    // @ts-expect-error -- nobody has declared this key
    session.put('seat', []);
    // @ts-expect-error -- a row is a number
    session.put('seats', [{ row: '1' }]);
    // @ts-expect-error -- a notice is a string
    session.flash('notice', 7);
    // @ts-expect-error -- without a fallback it may be null
    return session.get('notice').length;
  });
  expect(true).toBe(true);
});

test('several guards are names, or an object of options', () => {
  onlyCompiled((middleware: MiddlewareFactories) => {
    middleware.auth();
    middleware.auth('web', 'api');
    middleware.auth({ guards: ['web', 'api'], optional: true });
    // @ts-expect-error -- names and options do not mix
    middleware.auth('web', { optional: true });
  });
  expect(true).toBe(true);
});
