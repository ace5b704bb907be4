import cluster from 'node:cluster';
import type { Application, Context } from '@taproot/core';
import { actorOf, configOriginOf } from '@taproot/core/internal';
import { callPlace, didYouMean, type Place, perApp, type ReportOrigin, sparseReport } from '@taproot/core/plugin';
import {
  type DatabaseProviderConfig,
  databaseProviderDefaults,
  defaultProvider,
  type GuardConfig,
  type GuardConfigOf,
  type ProviderConfig,
  type RevocationStore,
} from './config.ts';
import { errors } from './errors.ts';
import { isJwt, isSession, isToken, jwtGuard, sessionGuard, tokenGuard } from './guards/create-guard.ts';
import type { Guard, Identity } from './guards/guard.ts';
import { lazyRows, openRows } from './open-rows.ts';
import { DatabaseProvider } from './providers/database-provider.ts';
import type { UserProvider } from './providers/user-provider.ts';
import { createStore } from './revocation/create-store.ts';
import type { GuardStore } from './revocation/guard-store.ts';

interface Parts {
  readonly name: string;
  readonly isDefault: boolean;
  readonly provider: UserProvider;
}

/** Wraps a guard: if a test acts as a user, `http(app).actingAs(user)`, the guard recognises that user without a token. */
const actingGuard = (guard: Guard, { name, isDefault, provider }: Parts): Guard => {
  const identify = (ctx: Context): Identity | null | Promise<Identity | null> => {
    const actor = actorOf(ctx.request().origin());
    if (actor === null || (actor.guard === null ? !isDefault : actor.guard !== name)) return guard.identify(ctx);
    const { user } = actor;
    const login = { issuedAt: null, expiresAt: null, session: 'test', abilities: null };
    return { guard: name, id: provider.idOf(user), user, ...login };
  };
  // Everything else belongs to the guard, also its private members.
  return new Proxy(guard, {
    get: (target, key) => {
      if (key === 'identify') return identify;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

/** The parts from which a guard is created. */
export interface GuardFactoryParts {
  /** The application it belongs to. */
  readonly app: Application;
  readonly name: string;
  readonly provider: UserProvider;
  readonly revocation: RevocationStore;
}

/** Makes one guard. `config` is the value of `auth.guards.<name>`. */
export type GuardFactory<Driver extends string = string> = (
  parts: GuardFactoryParts & { readonly config: GuardConfigOf<Driver> },
) => Guard;

/** Makes the provider of one name. */
export type ProviderFactory = (parts: { readonly app: Application; readonly name: string }) => UserProvider;

const isDatabase = (config: ProviderConfig): config is DatabaseProviderConfig => config.driver === 'database';

const builtIn = { guards: ['jwt', 'token', 'session'], providers: ['database'] };

/** A second driver with the same name would silently replace the first one. */
const refuseTaken = (kind: keyof typeof builtIn, driver: string, registered: ReadonlyMap<string, unknown>): void => {
  if (builtIn[kind].includes(driver) || registered.has(driver)) throw errors.E_AUTH_DRIVER_TAKEN({ kind, driver });
};

/** A guard and what belongs to it. */
export interface NamedGuard {
  readonly name: string;
  readonly guard: Guard;
  readonly provider: UserProvider;
  /** Name of the provider. */
  readonly users: string;
}

/** The guards and providers of one application, by name. The plugin freezes, opens and closes them. */
export class AuthRuntime {
  /** The application it belongs to. */
  readonly app: Application;
  readonly #revocation: GuardStore;
  readonly #guardDrivers = new Map<string, (parts: GuardFactoryParts, config: GuardConfig) => Guard>();
  readonly #providerDrivers = new Map<string, ProviderFactory>();
  readonly #guards = new Map<string, NamedGuard>();
  readonly #providers = new Map<string, UserProvider>();
  readonly #used = new Map<string, Place>();
  #frozen = false;

  constructor(app: Application) {
    this.app = app;
    const report = sparseReport((error) => this.report(error));
    this.#revocation = createStore(app, report);
  }

  /** Adds a driver of guards; `E_AUTH_LATE` after the application has booted. */
  addGuardDriver<Driver extends string>(driver: Driver, factory: GuardFactory<Driver>): void {
    if (this.#frozen) throw errors.E_AUTH_LATE({ kind: 'driver', name: driver });
    refuseTaken('guards', driver, this.#guardDrivers);
    const isOwn = (config: GuardConfig): config is GuardConfig & GuardConfigOf<Driver> => config.driver === driver;
    this.#guardDrivers.set(driver, (parts, config) => {
      if (isOwn(config)) return factory({ ...parts, config });
      throw unknownDriver(`guards.${parts.name}`, config.driver, 'extend', [driver]);
    });
  }

  /** Adds a driver of user providers; `E_AUTH_LATE` after the application has booted. */
  addProviderDriver(driver: string, factory: ProviderFactory): void {
    if (this.#frozen) throw errors.E_AUTH_LATE({ kind: 'provider', name: driver });
    refuseTaken('providers', driver, this.#providerDrivers);
    this.#providerDrivers.set(driver, factory);
  }

  /** Name of the guard that is used when a call names none. */
  get defaultGuard(): string {
    return this.app.config.auth.default;
  }

  /** Names of the guards that routes use. */
  get usedGuards(): readonly string[] {
    return [...this.#used.keys()];
  }

  /** The guard of this name; `E_AUTH_GUARD` when there is none. */
  named(name: string): NamedGuard {
    const made = this.#guards.get(name) ?? this.#make(name);
    this.#guards.set(name, made);
    return made;
  }

  /** Records that a route uses this guard, so that the boot reports its missing settings. */
  uses(name: string): void {
    if (this.#frozen) this.#prepare(name);
    else if (!this.#used.has(name)) this.#used.set(name, callPlace());
  }

  /** Makes every configured guard, and prepares the guards that routes use. */
  freeze(): void {
    this.#frozen = true;
    const { auth } = this.app.config;
    for (const name of [auth.default, ...Object.keys(auth.guards)]) this.named(name);
    for (const name of this.#used.keys()) this.#prepare(name);
    if (cluster.isWorker && auth.revocation.store === 'memory' && this.#used.size > 0)
      this.report(errors.E_AUTH_PER_PROCESS());
  }

  /** Opens the guards of routes before the first request: loads code, connects to stores. */
  async open(): Promise<void> {
    if (this.#used.size > 0) await this.#revocation.open?.();
    for (const name of this.#used.keys()) await this.named(name).guard.open?.();
  }

  /** Closes the store of revocations. */
  async close(): Promise<void> {
    await this.#revocation.close?.();
  }

  /** Reports an error of authentication, with the request in which it happened. */
  report(error: unknown, ctx: Context | null = null): void {
    const request = ctx?.request();
    const origin: ReportOrigin =
      request === undefined
        ? { where: 'auth' }
        : { where: 'auth', requestId: request.id(), method: request.method(), path: request.path() };
    this.app.report(error, origin);
  }

  #prepare(name: string): void {
    const { guard, provider } = this.named(name);
    guard.prepare?.();
    provider.prepare?.();
    const { store, database } = this.app.config.auth.revocation;
    if (store === 'database') openRows(this.app, database.connection, 'auth.revocation');
  }

  #make(name: string): NamedGuard {
    const { guards } = this.app.config.auth;
    const config = Object.hasOwn(guards, name) ? guards[name] : undefined;
    if (config === undefined) {
      const known = Object.keys(guards);
      const place = name === this.defaultGuard ? '' : String(this.#used.get(name) ?? '');
      throw errors.E_AUTH_GUARD({
        guard: name,
        place: place === '' ? '' : ` at ${place}`,
        hint: didYouMean(name, known),
        known: known.join(', '),
      });
    }
    const users = config.provider ?? defaultProvider;
    const provider = this.#providerOf(name, users);
    const guard = this.#guardOf(name, config, provider);
    const acts = this.app.config.app.env === 'testing';
    const isDefault = name === this.defaultGuard;
    return { name, guard: acts ? actingGuard(guard, { name, isDefault, provider }) : guard, provider, users };
  }

  #guardOf(name: string, config: GuardConfig, provider: UserProvider): Guard {
    const parts = { app: this.app, name, provider, revocation: this.#revocation };
    const required = name === this.defaultGuard || this.#used.has(name) || isAuthored(this.app, name);
    const factory = this.#guardDrivers.get(config.driver);
    if (factory !== undefined) return factory(parts, config);
    if (isJwt(config)) return jwtGuard({ ...parts, required }, config);
    if (isToken(config)) return tokenGuard({ ...parts, required }, config);
    if (isSession(config)) return sessionGuard({ ...parts, required }, config);
    throw unknownDriver(`guards.${name}`, config.driver, 'extend', [...builtIn.guards, ...this.#guardDrivers.keys()]);
  }

  #providerOf(guard: string, name: string): UserProvider {
    const made = this.#providers.get(name);
    if (made !== undefined) return made;
    const { providers } = this.app.config.auth;
    const config = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (config === undefined) {
      const known = Object.keys(providers);
      const hint = didYouMean(name, known);
      throw errors.E_AUTH_PROVIDER({ guard, provider: name, hint, known: known.join(', ') });
    }
    const provider = this.#makeProvider(name, config);
    this.#providers.set(name, provider);
    return provider;
  }

  #makeProvider(name: string, config: ProviderConfig): UserProvider {
    const factory = this.#providerDrivers.get(config.driver);
    if (factory !== undefined) return factory({ app: this.app, name });
    const known = [...builtIn.providers, ...this.#providerDrivers.keys()];
    if (!isDatabase(config)) throw unknownDriver(`providers.${name}`, config.driver, 'provider', known);
    const settings = { ...databaseProviderDefaults, ...config };
    const rows = lazyRows(this.app, settings.connection, `auth.providers.${name}`);
    return new DatabaseProvider({ ...settings, name, rows });
  }
}

/** Whether config/auth.ts lists this guard. The default guards exist without it. */
const isAuthored = (app: Application, guard: string): boolean => {
  const auth = configOriginOf(app)?.authored.auth;
  return typeof auth === 'object' && Object.hasOwn(auth.guards ?? {}, guard);
};

const unknownDriver = (place: string, driver: string, method: string, known: readonly string[]) =>
  errors.E_AUTH_DRIVER({
    place,
    driver,
    hint: didYouMean(driver, known),
    known: known.join(', '),
    method,
  });

/** The guards and providers of an application. */
export const authOf = perApp((app) => new AuthRuntime(app));
