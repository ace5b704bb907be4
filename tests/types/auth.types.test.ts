import { test } from '@jest/globals';
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
import {
  type Context,
  defineConfig,
  type Facades,
  type Middleware,
  type MiddlewareFactories,
  setup,
} from '@taproot/core';
import type { Post } from '../auth/support/abilities.ts';
import { PostPolicy } from '../auth/support/post-policy.ts';
import { type Equal, expectType, onlyCompiled } from './support.ts';

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
