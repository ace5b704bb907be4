import type { Application, Context, Middleware } from '@taproot/core';
import type { Abilities } from '@taproot/core/internal';
import { type DeclaredNames, definePlugin, type Options, sparseReport } from '@taproot/core/plugin';
import { Auth } from './auth.ts';
import { AuthManager } from './auth-manager.ts';
import { authOf } from './auth-runtime.ts';
import { authDefaults } from './config.ts';
import { errors } from './errors.ts';
import type { Ability, AbilityArguments, PolicyClass } from './gate/abilities.ts';
import { Gate, gatePartsOf } from './gate/gate.ts';
import { isJwt, isSession } from './guards/create-guard.ts';
import { Authenticate, type AuthenticateOptions, GuestsOnly } from './http/authenticate.ts';
import { type About, Can, Questions } from './http/can.ts';
import { TokenCan } from './http/token-can.ts';
import { checkPasswords } from './passwords/check-passwords.ts';
import { Hash } from './passwords/hash.ts';

/**
 * The users of a request by guard, for the debug page. Names of guards are values and not member names, because a member named `token`
 * would be masked.
 */
const userFacts = (ctx: Context): Readonly<Record<string, unknown>> => {
  const facts = [...(ctx.value('auth')?.identities ?? [])].map(([guard, identity], i) => [
    i === 0 ? 'User' : `User ${i + 1}`,
    identity === null ? `guest, by the guard "${guard}"` : { ...identity.user, guard },
  ]);
  return Object.fromEntries(facts) as Readonly<Record<string, unknown>>;
};

/** The arguments of `middleware.can()` after the ability; none for an ability without arguments. */
type AboutRoute<Name extends Ability> =
  [] extends AbilityArguments<Name> ? [about?: About<AbilityArguments<Name>>] : [about: About<AbilityArguments<Name>>];

declare module '@taproot/core' {
  interface Facades {
    /** Registers drivers of guards and of user providers in `withCallback()`, and issues tokens outside of a request. */
    Auth(): AuthManager;
    /** Who sends a request: `await facades.Auth(ctx).user()`. */
    Auth(ctx: Context): Auth;
    /** Passwords: `await facades.Hash().make(password)`. */
    Hash(): Hash;
    /** Decides who may do what: `await facades.Gate(ctx).authorize('post.update', post)`. */
    Gate(ctx?: Context | null): Gate;
  }
  interface MiddlewareFactories {
    /**
     * Lets in the users of a guard; of the default guard if you name none. Others get 401. With several guards, the first one that
     * recognises the user lets the request in: `middleware.auth('web', 'api')`.
     */
    auth(guard?: string, ...others: readonly string[]): Middleware;
    auth(options: AuthenticateOptions): Middleware;
    /** Lets guests in; 403 for others. */
    guest(): Middleware;
    /**
     * Lets in users who have this ability. `about` gives the arguments of the ability: `can('post.update', async (ctx)
     * => [post])`.
     */
    can<Name extends Ability>(ability: Name, ...about: AboutRoute<Name>): Middleware;
    /** Lets in requests whose token was issued with this ability; others get 403. */
    tokenCan(ability: string): Middleware;
  }
}

/** Makes `facades.Auth().user()` and similar calls throw an error that says that the context is missing. */
const refuseQuestions = (manager: AuthManager): void => {
  for (const method of Object.getOwnPropertyNames(Auth.prototype)) {
    if (method in manager) continue;
    Object.defineProperty(manager, method, {
      value: () => {
        throw errors.E_AUTH_CONTEXT({ method });
      },
    });
  }
};

const authFacade = (app: Application) => {
  const runtime = authOf(app);
  const manager = new AuthManager(runtime);
  refuseQuestions(manager);
  function facade(): AuthManager;
  function facade(ctx: Context): Auth;
  function facade(ctx?: Context): Auth | AuthManager {
    return ctx === undefined ? manager : new Auth(runtime, ctx);
  }
  return facade;
};

const gateFacade = (app: Application): ((ctx?: Context | null) => Gate) => {
  const parts = gatePartsOf(app);
  const aboutNobody = new Gate(parts, { ctx: null, user: undefined });
  return (ctx = null) => (ctx === null ? aboutNobody : aboutNobody.withContext(ctx));
};

/** The gate for other plugins. */
const abilitiesOf = (gate: Gate): Abilities => ({
  has: (ability) => gate.has(ability),
  statusesOf: (ability) => gate.statusesOf(ability),
  allows: (ctx, ability, ...about) => gate.withContext(ctx).allows(ability, ...about),
  authorize: async (ctx, ability, ...about) => void (await gate.withContext(ctx).authorize(ability, ...about)),
});

/** Whether logins by a guard that no call names have a refresh token, for the type of `issue()`. */
const declaredGuards = (app: Application): readonly DeclaredNames[] => {
  const runtime = authOf(app);
  const { guards } = app.config.auth;
  const configs = [runtime.defaultGuard, ...runtime.usedGuards].flatMap((name) => guards[name] ?? []);
  const issuing = configs.filter((config) => !isSession(config));
  return issuing.length > 0 && issuing.every(isJwt)
    ? [{ module: '@taproot/auth', interface: 'DeclaredGuards', members: { logins: 'refresh' } }]
    : [];
};

const authFactory =
  (app: Application) =>
  (...given: readonly (string | AuthenticateOptions | undefined)[]): Middleware => {
    const [first] = given;
    const options = typeof first === 'object' ? first : { guards: given.filter((name) => typeof name === 'string') };
    return new Authenticate(authOf(app), options);
  };

const canFactory = (app: Application) => {
  const questions = new Questions();
  return <Name extends Ability>(ability: Name, ...[about]: AboutRoute<Name>): Middleware => {
    const gate = app.facades.Gate();
    const authorize = async (ctx: Context): Promise<unknown> => {
      // The type allows to leave `about` out only if the ability has no arguments.
      const given = await (about?.(ctx) ?? []);
      return gate.withContext(ctx).authorize(ability, ...given);
    };
    return new Can({
      ability,
      name: questions.name(ability, about),
      statuses: () => gate.statusesOf(ability),
      authorize,
    });
  };
};

/**
 * Authentication and authorization: `facades.Auth(ctx)`, `Gate(ctx)`, `Hash()`, `middleware.auth()` and `can()`.
 * Settings are in config/auth.ts. Needs routing, and database for users in tables.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/auth`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), database(), auth()])
 */
export const auth = (options?: Options<'auth'>) =>
  definePlugin({
    name: 'auth',
    after: ['routing', 'database'],
    config: { auth: authDefaults },
    options: { auth: options },
    facades: {
      Auth: authFacade,
      Hash: (app) =>
        new Hash(
          app.config.auth.passwords,
          sparseReport((error) => app.report(error, { where: 'auth', warning: true })),
        ),
      Gate: gateFacade,
    },
    provides: {
      abilities: (app) => abilitiesOf(app.facades.Gate()),
      user: (app) => (ctx) => app.facades.Auth(ctx).id(),
      pageUser: (app) => (ctx) => app.facades.Auth(ctx).user(),
      optionalUser: (app) => (guard) =>
        new Authenticate(authOf(app), guard === null ? { optional: true } : { guard, optional: true }),
    },
    middleware: {
      auth: authFactory,
      guest: (app) => () => new GuestsOnly(authOf(app)),
      can: canFactory,
      tokenCan: (app) => (ability) => new TokenCan(authOf(app), ability),
    },
    steps: {
      /** Policies by name; each method becomes an ability: `{ post: PostPolicy }` gives `post.update`. */
      withPolicies: (app: Application, policies: Readonly<Record<string, PolicyClass>>) => {
        for (const [name, Policy] of Object.entries(policies)) app.facades.Gate().policy(name, Policy);
      },
    },
    facts: userFacts,
    declares: declaredGuards,
    commands: () => import('./commands/index.ts'),
    apply(app) {
      checkPasswords(app.config.auth.passwords);
      const runtime = authOf(app);
      app.hooks.ready.tap('auth', () => {
        runtime.freeze();
        gatePartsOf(app).registry.freeze();
      });
      app.hooks.start.tapPromise('auth', () => runtime.open());
      app.hooks.shutdown.tapPromise('auth', () => runtime.close());
    },
  });
