import { join } from 'node:path';
import { checkApp, doubtAppEnv } from '../config/check-app.ts';
import { ConfigStore, noConfig } from '../config/config-store.ts';
import type { AllSettings, Config } from '../config/define-config.ts';
import type { Env } from '../config/env.ts';
import type { Provided } from '../contracts/provided.ts';
import { blame } from '../errors/blame.ts';
import { errors } from '../errors/errors.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { hasCode } from '../errors/thrown.ts';
import type { MiddlewareFactories } from '../extensions.ts';
import type { HookIndex, TapRecord } from '../hooks/any-hook.ts';
import { consoleTap, HookTables, isConsole, type TapFailed } from '../hooks/hook-table.ts';
import { Stage } from '../hooks/stage.ts';
import { supervise } from '../hooks/supervise.ts';
import { withDeadline } from '../hooks/with-deadline.ts';
import type { Context } from '../http/context.ts';
import { isPromise } from '../later.ts';
import { languageTag } from '../locale.ts';
import { lookupTable } from '../names/lookup-table.ts';
import { didYouMean } from '../names/nearest.ts';
import { addedNames, whoAdds } from '../names/official.ts';
import { pauseBootWatches, resumeBootWatches } from '../process/boot-watch.ts';
import { ProcessGuard, type ServingLife } from '../process/process-guard.ts';
import { type ReportOrigin, reportToConsole, reportUnheard } from '../process/report-to-console.ts';
import { type AppHooks, createAppHooks } from './app-hooks.ts';
import { declareConfig, registerPlugin, registerWatches } from './declare-plugin.ts';
import { deriveKeys } from './derived-keys.ts';
import type { Facades, FacadesHandle } from './facades.ts';
import type { AnyPlugin } from './plugin.ts';
import { corePluginName, fillTable, Registry } from './registry.ts';

// RFC 5646 tags; underscores are allowed too. A path never matches.
const localeTag = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

const nameHelp = (kind: 'facades' | 'middleware', name: string, table: ReadonlyMap<string, unknown>) => ({
  hint: didYouMean(name, table.keys(), addedNames(kind)),
  known: [...table.keys()].join(', ') || 'none',
  provider: whoAdds(kind, name) ?? `the plugin that provides ${name}()`,
});

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
  readonly #failures: FrameworkError[] = [];
  #opened = false;
  #closing: Promise<readonly FrameworkError[]> | null = null;
  /** The time by which the whole application must have closed, on the clock of `performance.now()`. */
  #closeBy = 0;
  #closed: () => void = () => undefined;
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
    this.#supervise();
  }

  /**
   * The configuration, frozen: your values over the defaults of plugins.
   *
   * @throws E_CONFIG_MISSING when you read a file that no plugin declares.
   */
  get config(): AllSettings {
    return this.#config;
  }

  /** Whether error pages and logs may show the source code around an error. */
  get debug(): boolean {
    return this.config.app.debug;
  }

  /** The locale of requests that ask for none: `app.locale` as a BCP 47 tag. */
  get locale(): string {
    return this.#locale;
  }

  /** Whether `app.env` is `production`, which is the default when `APP_ENV` is not set. */
  get isProduction(): boolean {
    return this.config.app.env === 'production';
  }

  /** A path within the application: `app.path('public', 'favicon.ico')`. */
  path(...segments: string[]): string {
    return join(this.basePath, ...segments);
  }

  /**
   * Returns the value that a plugin provides to others under this name: `app.provided('redis')`. The first call makes the value, once for
   * each application. Null when no plugin of this application provides the name. You can call it from `apply()` of any plugin on.
   */
  provided<Name extends keyof Provided>(name: Name): Provided[Name] | null {
    if (!this.#provided.has(name)) {
      const contribution = this.registry.provided.get(name);
      if (contribution === undefined) return null;
      this.#provided.set(name, contribution.make(this));
    }
    // The interface `Provided` also types the key `provides` of a plugin.
    return this.#provided.get(name) as Provided[Name] | null;
  }

  /**
   * The key for one purpose, such as `session`: 32 bytes that HKDF derives from `APP_KEY`. Each purpose has another key, and all processes
   * have the same. To read what former keys have made, use `keys()`.
   *
   * @example const key = app.key('session');
   * @throws E_APP_KEY_MISSING without `APP_KEY`, in every environment; E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  key(purpose: string): Uint8Array {
    return this.keys(purpose)[0];
  }

  /**
   * The key for one purpose, and behind it those of `APP_PREVIOUS_KEYS`. Sign and encrypt with the first; verify and decrypt with any.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  keys(purpose: string): readonly [current: Uint8Array, ...previous: Uint8Array[]] {
    return deriveKeys(this.config.app, purpose);
  }

  /**
   * Sets the locale of one request.
   *
   * @throws E_LOCALE_INVALID when it is not a language tag. For a locale that does not exist, the plugin that provides `texts` throws its
   * own error.
   */
  setLocale(ctx: Context, locale: string): void {
    if (!localeTag.test(locale)) throw errors.E_LOCALE_INVALID({ locale: JSON.stringify(locale.slice(0, 40)) });
    ctx.setLocale(this.provided('texts')?.localeNamed(locale) ?? languageTag(locale));
  }

  /** The locale of a request; without a request, the locale of the application. */
  currentLocale(ctx?: Context | null): string {
    return ctx?.locale() ?? this.locale;
  }

  /** Whether a request uses this locale; `pt_BR` and `pt-BR` are the same. */
  isLocale(ctx: Context | null, locale: string): boolean {
    return languageTag(this.currentLocale(ctx)) === languageTag(locale);
  }

  /** Calls the `report` hook with an error. Its tap `console` writes to standard error, unless another tap replaces it. Never throws. */
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
    const { hooks, plugins } = this;
    pauseBootWatches();
    try {
      const warnings = await this.#prepare(authored);
      for (const plugin of plugins) {
        this.#refuseClosed();
        await this.#apply(plugin);
      }
      // Plugins that listen to reports have tapped the hook only now.
      for (const warning of warnings) this.report(warning, { where: 'app', warning: true });
      this.#tables.seal(hooks.boot);
      await hooks.boot.promise(this);
      this.#tables.freeze();
      await hooks.ready.promise(this);
      this.#refuseClosed();
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      if ('app' in this.config) resumeBootWatches(this.config.app.boot_timeout);
    }
    return this;
  }

  /**
   * Runs the `start` hook: workers begin, the server opens. Resolves once everything has started.
   *
   * @throws E_APP_OPENED the second time; E_APP_CLOSED when `close()` was called by then.
   */
  async open(): Promise<void> {
    const closed = await this.#open();
    if (closed !== null) throw closed;
  }

  /**
   * Opens, then serves until SIGINT, SIGTERM or `close()`. A signal drains and ends the process with 0.
   *
   * @throws E_NOTHING_RUNS when nothing is left that could keep the process running, such as a server.
   */
  async start(life: ServingLife = {}): Promise<void> {
    this.#admitOpening();
    const guard = new ProcessGuard(this, life);
    const closed = new Promise<void>((resolve, reject) => {
      this.#closed = resolve;
      guard.idle = () => reject(errors.E_NOTHING_RUNS());
    });
    closed.catch(() => undefined);
    guard.watch();
    try {
      // A signal that came before the server opened closed the application, like any other signal.
      if ((await this.#open()) !== null) return;
      life.opened?.();
      await closed;
    } finally {
      guard.unwatch();
    }
  }

  /**
   * Runs the `shutdown` hook: taps of the application itself, then plugins in reverse order. If a plugin fails or hangs, the others still
   * close; everything ends within `app.shutdown_timeout`. Never rejects: it resolves to the errors of closing. A second call resolves to
   * the same list.
   */
  close(): Promise<readonly FrameworkError[]> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Runs before any plugin boots. Returns warnings about the configuration. */
  async #prepare(authored: Config): Promise<readonly FrameworkError[]> {
    const store = new ConfigStore(this.env);
    for (const plugin of this.plugins) declareConfig(store, plugin);
    const config = store.resolve(authored);
    // Without a wait, facades of the handle work as soon as create() is called.
    this.#config = isPromise(config) ? await config : config;
    checkApp(this.#config.app);
    this.#locale = languageTag(this.#config.app.locale);
    for (const plugin of this.plugins) registerPlugin(this, this.#tables, plugin);
    fillTable(this.facades, this.registry.facades, this);
    fillTable(this.middleware, this.registry.middleware, this);
    for (const plugin of this.plugins) registerWatches(this, plugin);
    this.#handle?.bind(this);
    const doubt = doubtAppEnv(this.#config.app.env);
    return doubt === null ? [] : [doubt];
  }

  #reportToConsole(error: unknown, origin: ReportOrigin): void {
    const taps: readonly TapRecord[] = this.hooks.report.taps;
    if (taps.every(isConsole)) reportToConsole(error, origin, 'app' in this.config && !this.isProduction);
  }

  /** Resolves to null once everything has started, and to the error for the caller when `close()` came before that. */
  async #open(): Promise<FrameworkError | null> {
    this.#admitOpening();
    this.#opened = true;
    const failure: unknown = await this.hooks.start.promise(this).catch((error: unknown) => error);
    const closedMeanwhile = this.#closing !== null;
    if (failure === undefined && !closedMeanwhile) return null;
    await this.close();
    if (!closedMeanwhile) throw failure;
    // When a start fails while the application closes, closing is usually the reason.
    return errors.E_APP_CLOSED(hasCode(failure, 'E_APP_CLOSED') ? {} : { cause: failure });
  }

  #admitOpening(): void {
    this.#refuseClosed();
    if (this.#opened) throw errors.E_APP_OPENED();
  }

  #refuseClosed(): void {
    if (this.#closing !== null) throw errors.E_APP_CLOSED();
  }

  async #close(): Promise<readonly FrameworkError[]> {
    if ('app' in this.config) this.#closeBy = performance.now() + this.config.app.shutdown_timeout * 1000;
    try {
      // Each tap gets its own deadline; this one holds for all taps together.
      await this.hooks.shutdown.promise(this, {
        deadline: Date.now() + this.#secondsLeft() * 1000,
        signal: new AbortController().signal,
      });
    } catch (error) {
      // Supervision catches the errors of taps, so this one comes from an interceptor.
      this.#failures.push(blame('app', 'app.shutdown', error));
    }
    this.#handle?.release(this);
    for (const failure of this.#failures) this.report(failure, { where: 'shutdown' });
    this.#closed();
    return this.#failures;
  }

  #supervise(): void {
    const { boot, ready, start, shutdown } = this.hooks;
    const seconds = (): number => {
      // The shutdown hook closes what the plugins opened. After it has run, nothing would close a service that opens now.
      this.#refuseClosed();
      return this.config.app.boot_timeout;
    };
    for (const [name, hook] of Object.entries({ boot, ready, start }))
      supervise(`app.${name}`, hook, { seconds, setting: 'boot_timeout' });
    supervise('app.shutdown', shutdown, {
      // Nine tenths of the time left: after a tap that hangs, the later taps still have time to close.
      seconds: () => this.#secondsLeft() * 0.9,
      closes: true,
      setting: 'shutdown_timeout',
      collect: (error) => this.#failures.push(error),
      stage: (tap) => this.#closingStage(tap),
    });
  }

  /** Seconds until the whole application must have closed. */
  #secondsLeft(): number {
    return Math.max(0, this.#closeBy - performance.now()) / 1000;
  }

  /** Plugins close in reverse order. Taps of the application itself run first, because they may still use any plugin. */
  #closingStage({ name: tap, stage }: TapRecord): number {
    // The server opens after the plugins and closes before them.
    if (stage === Stage.server) return -Stage.server;
    if (stage !== undefined) return stage;
    const { plugins } = this;
    const index = plugins.findIndex(({ name }) => name === tap);
    return index < 0 ? -plugins.length : -index;
  }

  async #apply(plugin: AnyPlugin): Promise<void> {
    const seconds = this.config.app.boot_timeout;
    const late = () =>
      errors.E_PLUGIN_STALLED({ plugin: plugin.name, hook: 'apply()', seconds, setting: 'boot_timeout' });
    try {
      await withDeadline(Promise.resolve(plugin.apply?.(this)), seconds, late);
    } catch (error) {
      throw blame(plugin.name, 'apply()', error);
    }
  }

  /** Handles the error of a tap whose hook does not wait for it. */
  #tapFailed(error: unknown, { plugin, hook, args }: Parameters<TapFailed>[1]): void {
    if (hook !== 'app.report') return this.report(blame(plugin, hook, error), { where: plugin });
    // A failing `report` listener must not be reported to itself: that would never end.
    const [unheard, origin] = args as Parameters<AppHooks['report']['call']>;
    reportUnheard(error, unheard, origin);
  }
}
