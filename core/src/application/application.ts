import { join } from 'node:path';
import { checkApp, doubtAppEnv } from '../config/check-app.ts';
import type { ConfigFiles } from '../config/config-files.ts';
import { ConfigStore, noConfig } from '../config/config-store.ts';
import type { Config } from '../config/define-config.ts';
import type { Env } from '../config/env.ts';
import type { Provided } from '../contracts/provided.ts';
import { blame } from '../errors/blame.ts';
import { errors } from '../errors/errors.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import type { MiddlewareFactories } from '../extensions.ts';
import type { HookIndex, TapRecord } from '../hooks/any-hook.ts';
import { HookTables, type TapFailed } from '../hooks/hook-table.ts';
import type { Context } from '../http/context.ts';
import { languageTag } from '../locale.ts';
import { lookupTable } from '../names/lookup-table.ts';
import { didYouMean } from '../names/nearest.ts';
import { addedNames, whoAdds } from '../names/official.ts';
import type { ServingLife } from '../process/process-guard.ts';
import { type ReportOrigin, reportToConsole, reportUnheard } from '../process/report-to-console.ts';
import { type AppHooks, createAppHooks } from './app-hooks.ts';
import { declareConfig, registerHealth, registerPlugin } from './declare-plugin.ts';
import type { Facades, FacadesHandle } from './facades.ts';
import { Life } from './life.ts';
import type { AnyPlugin } from './plugin.ts';
import { corePluginName, fillTable, Registry } from './registry.ts';

// RFC 5646 tags, underscores allowed: letters first, then subtags; nothing that could be a path.
const localeTag = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

const nameHelp = (kind: 'facades' | 'middleware', name: string, table: ReadonlyMap<string, unknown>) => ({
  hint: didYouMean(name, table.keys(), addedNames(kind)),
  known: [...table.keys()].join(', ') || 'none',
  provider: whoAdds(kind, name) ?? `the plugin that provides ${name}()`,
});

/** The tap of `report` that writes to standard error. Taps that say `before: 'console'` listen beside it; any other takes its place. */
const consoleTap = 'console';

/** The values that `setup()` passes to a new application. */
export interface ApplicationInit {
  readonly basePath: string;
  readonly env: Env;
  readonly plugins: readonly AnyPlugin[];
  readonly handle: FacadesHandle | null;
}

/** One application: its plugins, configuration, facades and hooks. Several may live in one process. */
export class Application {
  /** The folder of the application. */
  readonly basePath: string;
  /** Reads the environment of the application: process variables over `.env`. */
  readonly env: Env;
  /** Plugins in the order they are applied. */
  readonly plugins: readonly AnyPlugin[];
  /** Every hook table of the application, by name: what `hooks:list` shows. */
  readonly hookTables: HookIndex;
  /** Hooks of the application's life: boot, ready, start, shutdown, report. */
  readonly hooks: AppHooks;
  /** The contributions of plugins, by name. */
  readonly registry = new Registry();
  /** Facades of this application. Unlike those of the importable handle, they never belong to another one. */
  readonly facades: Facades;
  /** Middleware factories of this application. Unlike those of the importable handle, they never belong to another one. */
  readonly middleware: MiddlewareFactories;
  readonly #handle: FacadesHandle | null;
  readonly #tables = new HookTables((error, tap) => this.#tapFailed(error, tap));
  readonly #life: Life;
  readonly #provided = new Map<string, unknown>();
  #config = noConfig;
  #locale = 'en';

  constructor({ basePath, env, plugins, handle }: ApplicationInit) {
    this.basePath = basePath;
    this.env = env;
    this.plugins = plugins;
    this.#handle = handle;
    this.facades = lookupTable((facade) =>
      errors.E_FACADE_UNKNOWN({ facade, ...nameHelp('facades', facade, this.registry.facades) }),
    );
    this.middleware = lookupTable((middleware) =>
      errors.E_MIDDLEWARE_UNKNOWN({ middleware, ...nameHelp('middleware', middleware, this.registry.middleware) }),
    );
    this.hookTables = this.#tables;
    this.hooks = this.#tables.define(corePluginName, 'app', createAppHooks());
    this.hooks.report.tap(consoleTap, (error, origin) => this.#reportToConsole(error, origin));
    this.#life = new Life(this, this.#tables, () => this.#handle?.release(this));
  }

  /**
   * The configuration, frozen: your values over the defaults of plugins.
   *
   * @throws E_CONFIG_MISSING for a file that no plugin declares.
   */
  get config(): ConfigFiles {
    return this.#config;
  }

  /** Whether errors may be shown with their sources. */
  get debug(): boolean {
    return this.config.app.debug;
  }

  /** The locale of requests that ask for none: `app.locale` as a BCP 47 tag. */
  get locale(): string {
    return this.#locale;
  }

  /** Whether `app.env` is `production`. It is when `APP_ENV` is not set. */
  get isProduction(): boolean {
    return this.config.app.env === 'production';
  }

  /** A path within the application: `app.path('public', 'favicon.ico')`. */
  path(...segments: string[]): string {
    return join(this.basePath, ...segments);
  }

  /**
   * What a plugin provides to others under this name: `app.provided('redis')`. It is made when it is first asked for, once for
   * each application. Null when no plugin of this application provides it; every name is known when `apply()` of the first
   * plugin runs.
   */
  provided<Name extends keyof Provided>(name: Name): Provided[Name] | null {
    if (!this.#provided.has(name)) {
      const contribution = this.registry.provided.get(name);
      if (contribution === undefined) return null;
      this.#provided.set(name, contribution.make(this));
    }
    // The key `provides` of a plugin is typed by the same interface.
    return this.#provided.get(name) as Provided[Name] | null;
  }

  /**
   * Sets the locale of one request.
   *
   * @throws E_LOCALE_INVALID when it is not a language tag, and what the plugin throws that provides `texts`, for one that does not exist.
   */
  setLocale(ctx: Context, locale: string): void {
    if (!localeTag.test(locale)) throw errors.E_LOCALE_INVALID({ locale: JSON.stringify(locale.slice(0, 40)) });
    ctx.setLocale(this.provided('texts')?.localeNamed(locale) ?? languageTag(locale));
  }

  /** The locale of a request; without one, the application's. */
  currentLocale(ctx?: Context | null): string {
    return ctx?.locale() ?? this.locale;
  }

  /** Whether a request has this locale; `pt_BR` and `pt-BR` are the same. */
  isLocale(ctx: Context | null, locale: string): boolean {
    return languageTag(this.currentLocale(ctx)) === languageTag(locale);
  }

  /** Calls the `report` hook with an error. Its tap `console` writes to standard error, unless another takes its place. Never throws. */
  report(error: unknown, origin: ReportOrigin): void {
    try {
      this.hooks.report.call(error, origin);
    } catch (failure) {
      reportUnheard(failure, error, origin);
    }
  }

  /**
   * Reads the configuration, applies every plugin, runs the boot hook, freezes the hooks and runs `ready`: everything up to
   * the first request. `create()` calls it. A failure closes the application again.
   *
   * @throws E_APP_CLOSED when `close()` was called in the meantime; the remaining plugins are skipped then.
   */
  async boot(authored: Config): Promise<this> {
    await this.#life.boot(() => this.#prepare(authored));
    return this;
  }

  /**
   * Runs the `start` hook: workers begin, the server opens. Resolves once everything has started.
   *
   * @throws E_APP_OPENED the second time; E_APP_CLOSED when `close()` was called by then.
   */
  open(): Promise<void> {
    return this.#life.open();
  }

  /**
   * Opens, then serves until SIGINT, SIGTERM or `close()`. A signal drains and ends the process with 0.
   *
   * @throws E_NOTHING_RUNS when nothing is left that could keep the process running, such as a server.
   */
  start(life: ServingLife = {}): Promise<void> {
    return this.#life.start(life);
  }

  /**
   * Runs the `shutdown` hook: taps of the application itself, then plugins in reverse order. A plugin that fails or hangs
   * does not keep the others from closing; the whole ends within `app.shutdown_timeout`. Never rejects: it resolves to what
   * failed, a second call to the same.
   */
  close(): Promise<readonly FrameworkError[]> {
    return this.#life.close();
  }

  /** Runs before any plugin boots. Returns warnings about the configuration. */
  #prepare(authored: Config): readonly FrameworkError[] {
    const store = new ConfigStore(this.env);
    for (const plugin of this.plugins) declareConfig(store, plugin);
    this.#config = store.resolve(authored);
    checkApp(this.#config.app);
    this.#locale = languageTag(this.#config.app.locale);
    for (const plugin of this.plugins) registerPlugin(this, this.#tables, plugin);
    fillTable(this.facades, this.registry.facades, this);
    fillTable(this.middleware, this.registry.middleware, this);
    for (const plugin of this.plugins) registerHealth(this, plugin);
    this.#handle?.bind(this);
    const doubt = doubtAppEnv(this.#config.app.env);
    return doubt === null ? [] : [doubt];
  }

  #reportToConsole(error: unknown, origin: ReportOrigin): void {
    const isBeside = ({ name, before }: TapRecord): boolean => name === consoleTap || before === consoleTap;
    const taps: readonly TapRecord[] = this.hooks.report.taps;
    if (taps.every(isBeside)) reportToConsole(error, origin, 'app' in this.config && !this.isProduction);
  }

  /** An error of a tap that its hook does not wait for. */
  #tapFailed(error: unknown, { plugin, hook, args }: Parameters<TapFailed>[1]): void {
    if (hook !== 'app.report') return this.report(blame(plugin, hook, error), { where: plugin });
    // A failing `report` listener must not be reported to itself: that would never end.
    const [unheard, origin] = args as Parameters<AppHooks['report']['call']>;
    reportUnheard(error, unheard, origin);
  }
}
