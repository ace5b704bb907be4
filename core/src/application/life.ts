import { blame } from '../errors/blame.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { hasCode } from '../errors/thrown.ts';
import { errors } from '../errors.ts';
import type { TapRecord } from '../hooks/any-hook.ts';
import type { HookTables } from '../hooks/hook-table.ts';
import { Stage } from '../hooks/stage.ts';
import { supervise } from '../hooks/supervise.ts';
import { withDeadline } from '../hooks/with-deadline.ts';
import type { AnyPlugin } from '../plugin/plugin.ts';
import { ProcessGuard, type ServingLife } from '../process/process-guard.ts';
import type { Application } from './application.ts';

/** The life of one application: boot, start and close, each once. It names the plugin that fails or stalls. */
export class Life {
  readonly #app: Application;
  readonly #tables: HookTables;
  readonly #release: () => void;
  readonly #failures: FrameworkError[] = [];
  #opened = false;
  #closing: Promise<readonly FrameworkError[]> | null = null;
  #closeBy = 0;
  #closed: () => void = () => undefined;

  /** `release` frees what the application holds beside its plugins, once they have closed. */
  constructor(app: Application, tables: HookTables, release: () => void) {
    this.#app = app;
    this.#tables = tables;
    this.#release = release;
    this.#supervise();
  }

  /** `prepare` reads the configuration and registers what plugins contribute, before any of them runs; it returns warnings. */
  async boot(prepare: () => readonly FrameworkError[]): Promise<void> {
    const { hooks, plugins } = this.#app;
    try {
      const warnings = prepare();
      for (const plugin of plugins) {
        this.#refuseClosed();
        await this.#apply(plugin);
      }
      // Reported as late as this, so that plugins that listen to reports hear them.
      for (const warning of warnings) this.#app.report(warning, { where: 'app', warning: true });
      this.#tables.seal(hooks.boot);
      await hooks.boot.promise(this.#app);
      this.#tables.freeze();
      await hooks.ready.promise(this.#app);
      this.#refuseClosed();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async open(): Promise<void> {
    const closed = await this.#open();
    if (closed !== null) throw closed;
  }

  async start(life: ServingLife): Promise<void> {
    this.#admitOpening();
    const guard = new ProcessGuard(this.#app, life);
    const closed = new Promise<void>((resolve, reject) => {
      this.#closed = resolve;
      guard.idle = () => reject(errors.E_NOTHING_RUNS());
    });
    closed.catch(() => undefined);
    guard.watch();
    try {
      // A signal that came before the server opened ends it like any other.
      if ((await this.#open()) !== null) return;
      life.opened?.();
      await closed;
    } finally {
      guard.unwatch();
    }
  }

  close(): Promise<readonly FrameworkError[]> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Resolves to null once everything has started, and to the error for the caller when `close()` came before that. */
  async #open(): Promise<FrameworkError | null> {
    this.#admitOpening();
    this.#opened = true;
    const failure: unknown = await this.#app.hooks.start.promise(this.#app).catch((error: unknown) => error);
    const closedMeanwhile = this.#closing !== null;
    if (failure === undefined && !closedMeanwhile) return null;
    await this.close();
    if (!closedMeanwhile) throw failure;
    // A start that fails while the application closes mostly fails because of that.
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
    const app = this.#app;
    if ('app' in app.config) this.#closeBy = performance.now() + app.config.app.shutdown_timeout * 1000;
    try {
      // Each tap gets a deadline of its own; this one is the deadline of all.
      await app.hooks.shutdown.promise(app, {
        deadline: Date.now() + this.#secondsLeft() * 1000,
        signal: new AbortController().signal,
      });
    } catch (error) {
      // Taps are supervised; what still fails is an interceptor.
      this.#failures.push(blame('app', 'app.shutdown', error));
    }
    this.#release();
    for (const failure of this.#failures) app.report(failure, { where: 'shutdown' });
    this.#closed();
    return this.#failures;
  }

  #supervise(): void {
    const { boot, ready, start, shutdown } = this.#app.hooks;
    const seconds = (): number => {
      // Anything opened after the shutdown hook has run would never be closed.
      this.#refuseClosed();
      return this.#app.config.app.boot_timeout;
    };
    for (const [name, hook] of Object.entries({ boot, ready, start }))
      supervise(`app.${name}`, hook, { seconds, setting: 'boot_timeout' });
    supervise('app.shutdown', shutdown, {
      // Nine tenths of the time left, so that a tap that hangs leaves time for those after it, and all end in time.
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
    const { plugins } = this.#app;
    const index = plugins.findIndex(({ name }) => name === tap);
    return index < 0 ? -plugins.length : -index;
  }

  async #apply(plugin: AnyPlugin): Promise<void> {
    const seconds = this.#app.config.app.boot_timeout;
    const late = () =>
      errors.E_PLUGIN_STALLED({ plugin: plugin.name, hook: 'apply()', seconds, setting: 'boot_timeout' });
    try {
      await withDeadline(Promise.resolve(plugin.apply?.(this.#app)), seconds, late);
    } catch (error) {
      throw blame(plugin.name, 'apply()', error);
    }
  }
}
