import { join } from 'node:path';
import { checkApp, doubtAppEnv } from '../config/check-app.ts';
import type { Config, ConfigFiles } from '../config/config-files.ts';
import { ConfigStore, noConfig } from '../config/config-store.ts';
import type { Env } from '../config/env.ts';
import { blame } from '../errors/blame.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { hasCode } from '../errors/thrown.ts';
import { errors } from '../errors.ts';
import { HookTables } from '../hooks/hook-table.ts';
import { supervise, superviseSync } from '../hooks/supervise.ts';
import { withDeadline } from '../hooks/with-deadline.ts';
import type { Context } from '../http/context.ts';
import type { FindText } from '../locale.ts';
import { languageTag } from '../locale.ts';
import { lookupTable } from '../lookup-table.ts';
import { didYouMean } from '../nearest.ts';
import type { FacadesHandle } from '../plugin/facades.ts';
import { fillTable } from '../plugin/facades.ts';
import { addedNames, whoAdds } from '../plugin/official.ts';
import type { AnyPlugin, Facades, MiddlewareFactories } from '../plugin/plugin.ts';
import { Registry } from '../plugin/registry.ts';
import { ProcessGuard, type ServingLife } from '../process/process-guard.ts';
import { type ReportOrigin, reportToConsole, reportUnheard } from '../process/report-to-console.ts';
import { type AppHooks, createAppHooks } from './app-hooks.ts';

// RFC 5646 tags, underscores allowed: letters first, then subtags; nothing that could be a path.
const localeTag = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

const nameHelp = (kind: 'facades' | 'middleware', name: string, table: ReadonlyMap<string, unknown>) => ({
  hint: didYouMean(name, table.keys(), addedNames(kind)),
  known: [...table.keys()].join(', ') || 'none',
  provider: whoAdds(kind, name) ?? `the plugin that provides ${name}()`,
});

/** What `setup()` hands to a new application. */
export interface ApplicationInit {
  readonly basePath: string;
  readonly env: Env;
  readonly plugins: readonly AnyPlugin[];
  readonly handle: FacadesHandle | null;
}

/** One application: its plugins, configuration, facades and hooks. Several may live in one process. */
export class Application {
  /** The folder in which the application lies. */
  readonly basePath: string;
  /** Reads the environment of the application: process variables over `.env`. */
  readonly env: Env;
  /** Plugins in the order they are applied. */
  readonly plugins: readonly AnyPlugin[];
  /** Every hook table of the application, by owner: what `hooks:list` shows. */
  readonly hookTables = new HookTables((error, { plugin, hook, args }) => {
    if (hook !== 'app.report') return this.report(blame(plugin, hook, error), { where: plugin });
    // Told to itself, a listener that is down would be told without end.
    const [unheard, origin] = args as Parameters<AppHooks['report']['call']>;
    reportUnheard(error, unheard, origin);
  });
  /** Hooks of the application's life: configure, register, boot, ready, start, shutdown, report. */
  readonly hooks: AppHooks;
  /** What plugins have contributed, by name. */
  readonly registry = new Registry();
  /** Facades of this application, whatever the importable handle is bound to. */
  readonly facades: Facades;
  /** Middleware factories of this application, whatever the importable handle is bound to. */
  readonly middleware: MiddlewareFactories;
  /** Turns a language tag into that of a locale that exists, or throws; set by the plugin that knows which do. */
  localeNamed: (tag: string) => string = languageTag;
  /** Finds the application's own texts by key and locale; set by the plugin that has them. Without one there are none. */
  texts: FindText = () => null;
  readonly #handle: FacadesHandle | null;
  readonly #failures: FrameworkError[] = [];
  #config = noConfig;
  #warnings: readonly FrameworkError[] = [];
  #locale = 'en';
  #opened = false;
  #closing: Promise<readonly FrameworkError[]> | null = null;
  #closeBy = 0;
  #closed: () => void = () => undefined;

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
    this.hooks = this.hookTables.define('app', createAppHooks());
    this.#supervise();
  }

  /** The configuration: plugins' defaults under the author's values, frozen. A file no plugin declares is `E_CONFIG_MISSING`. */
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

  /** Sets the locale of one request; `E_LOCALE_INVALID` for what is no language tag, and what `localeNamed` throws. */
  setLocale(ctx: Context, locale: string): void {
    if (!localeTag.test(locale)) throw errors.E_LOCALE_INVALID({ locale: JSON.stringify(locale.slice(0, 40)) });
    ctx.setLocale(this.localeNamed(locale));
  }

  /** The locale of a request; without one, the application's. */
  currentLocale(ctx?: Context | null): string {
    return ctx?.locale() ?? this.locale;
  }

  /** Whether a request has this locale; `pt_BR` and `pt-BR` are the same. */
  isLocale(ctx: Context | null, locale: string): boolean {
    return languageTag(this.currentLocale(ctx)) === languageTag(locale);
  }

  /** Tells an error to whoever listens on the `report` hook; to the console when nobody does. Never throws. */
  report(error: unknown, origin: ReportOrigin): void {
    try {
      if (this.hooks.report.isUsed()) this.hooks.report.call(error, origin);
      else reportToConsole(error, origin, 'app' in this.config && !this.isProduction);
    } catch (failure) {
      reportUnheard(failure, error, origin);
    }
  }

  /**
   * Everything up to the first request: configuration, facades, boot, freeze, ready. Called by `create()`. Goes no
   * further once `close()` was called.
   */
  async boot(authored: Config): Promise<this> {
    try {
      this.#configure(authored);
      this.#register();
      this.#handle?.bind(this);
      for (const plugin of this.plugins) {
        this.#refuseClosed();
        await this.#apply(plugin);
      }
      const doubt = doubtAppEnv(this.#config.app.env);
      for (const warning of [...this.#warnings, ...(doubt === null ? [] : [doubt])])
        this.report(warning, { where: 'app', warning: true });
      this.hookTables.seal(this.hooks.boot);
      await this.hooks.boot.promise(this);
      this.hookTables.freeze();
      await this.hooks.ready.promise(this);
      this.#refuseClosed();
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * Runs the `start` hook: the server opens, workers begin. Returns once everything has started; rejects with
   * `E_APP_OPENED` the second time, and with `E_APP_CLOSED` when `close()` was called by then.
   */
  async open(): Promise<void> {
    const closed = await this.#open();
    if (closed !== null) throw closed;
  }

  /**
   * Opens, then serves until SIGINT, SIGTERM or `close()`; a signal drains and ends the process with 0.
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
      // Told to stop before it serves, it ends like any other.
      if ((await this.#open()) !== null) return;
      life.opened?.();
      await closed;
    } finally {
      guard.unwatch();
    }
  }

  /**
   * Runs the `shutdown` hook: taps under no plugin's name, then plugins in reverse order; a failing or stalled one does
   * not keep the others from closing. Never rejects: resolves to what failed; called again, to the same. Bounded as a
   * whole by `app.shutdown_timeout`.
   */
  close(): Promise<readonly FrameworkError[]> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Resolves to null once everything has started, and to what to tell when `close()` came before that. */
  async #open(): Promise<FrameworkError | null> {
    this.#admitOpening();
    this.#opened = true;
    const failure: unknown = await this.hooks.start.promise(this).catch((error: unknown) => error);
    const closedMeanwhile = this.#closing !== null;
    if (failure === undefined && !closedMeanwhile) return null;
    await this.close();
    if (!closedMeanwhile) throw failure;
    // What fails while it is being closed mostly fails because of that.
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
      await this.hooks.shutdown.promise(this);
    } catch (error) {
      // Taps are supervised; what still fails is an interceptor.
      this.#failures.push(blame('app', 'app.shutdown', error));
    }
    this.#handle?.release(this);
    for (const failure of this.#failures) this.report(failure, { where: 'shutdown' });
    this.#closed();
    return this.#failures;
  }

  #supervise(): void {
    const { configure, register, boot, ready, start, shutdown } = this.hooks;
    superviseSync('app.configure', configure);
    superviseSync('app.register', register);
    const seconds = (): number => {
      // What is opened after the shutdown hook has run would never be closed.
      this.#refuseClosed();
      return this.config.app.boot_timeout;
    };
    for (const [name, hook] of Object.entries({ boot, ready, start }))
      supervise(`app.${name}`, hook, { seconds, setting: 'boot_timeout' });
    supervise('app.shutdown', shutdown, {
      // Nine tenths of what is left: one that hangs leaves some to those after it, and all end in time.
      seconds: () => Math.max(0, this.#closeBy - performance.now()) * 0.0009,
      setting: 'shutdown_timeout',
      collect: (error) => this.#failures.push(error),
      stage: (tap) => this.#closingStage(tap),
    });
  }

  /** Reverse plugin order; before all of them what bears no plugin's name, since it may still need any. */
  #closingStage(tap: string): number {
    const index = this.plugins.findIndex(({ name }) => name === tap);
    return index < 0 ? -this.plugins.length : -index;
  }

  #configure(authored: Config): void {
    const store = new ConfigStore(this.env);
    this.hookTables.seal(this.hooks.configure);
    this.hooks.configure.call(store);
    this.#config = store.resolve(authored);
    this.#warnings = store.warnings;
    checkApp(this.#config.app);
    this.#locale = languageTag(this.#config.app.locale);
  }

  #register(): void {
    this.hookTables.seal(this.hooks.register);
    this.hooks.register.call(this.registry);
    fillTable(this.facades, this.registry.facades, this);
    fillTable(this.middleware, this.registry.middleware, this);
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
}
