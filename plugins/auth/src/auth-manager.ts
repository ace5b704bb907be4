import type { AuthRuntime, GuardFactory, ProviderFactory } from './auth-runtime.ts';
import { errors } from './errors.ts';
import type { IssueOptions, Tokens } from './guards/guard.ts';
import type { AuthUser } from './providers/user-provider.ts';

/**
 * The object that `facades.Auth()` returns without a context. It registers drivers of guards and providers, and issues tokens outside of a
 * request.
 */
export class AuthManager {
  readonly #runtime: AuthRuntime;

  constructor(runtime: AuthRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Registers a driver of guards, for `auth.guards.<name>.driver`; in `withCallback()` or a plugin's `apply()`.
   *
   * @throws E_AUTH_LATE after the application has booted; E_AUTH_DRIVER_TAKEN when there is a driver of this name.
   */
  extend<Driver extends string>(driver: Driver, factory: GuardFactory<Driver>): this {
    this.#runtime.addGuardDriver(driver, factory);
    return this;
  }

  /**
   * Registers a driver of user providers, for `auth.providers.<name>.driver`; in `withCallback()` or a plugin's `apply()`.
   *
   * @throws E_AUTH_LATE after the application has booted; E_AUTH_DRIVER_TAKEN when there is a driver of this name.
   */
  provider(driver: string, factory: ProviderFactory): this {
    this.#runtime.addProviderDriver(driver, factory);
    return this;
  }

  /**
   * Logs a user in without a request: in tests, commands and jobs.
   *
   * @throws E_AUTH_UNSUPPORTED for a guard that issues no tokens, E_AUTH_GUARD for a name without a guard, E_AUTH_ISSUE and E_AUTH_LIFETIME
   * for options.
   */
  async issue(user: AuthUser, options: IssueOptions & { readonly guard?: string } = {}): Promise<Tokens> {
    const { guard: name = this.defaultGuard, ...rest } = options;
    const { guard } = this.#runtime.named(name);
    if (guard.issue === undefined) throw errors.E_AUTH_UNSUPPORTED({ guard: name, method: 'issue' });
    return (await guard.issue(user, rest, null)).tokens;
  }

  /** Name of the guard that is used when a call names none. */
  get defaultGuard(): string {
    return this.#runtime.defaultGuard;
  }
}
