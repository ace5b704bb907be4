import { AsyncSeriesHook, SyncHook } from 'tapable';
import type { Closing } from '../hooks/supervise.ts';
import type { ReportOrigin } from '../process/report-to-console.ts';
import type { Application } from './application.ts';

/** The hooks of an application's life, in the order they run. */
export const createAppHooks = () => ({
  /** Plugins open their connections and files; builder steps run here, see `Stage`. Each tap may take `app.boot_timeout` seconds. */
  boot: new AsyncSeriesHook<[Application]>(['app']),
  /** Everything is booted, and hooks, routes and limiters are fixed. */
  ready: new AsyncSeriesHook<[Application]>(['app']),
  /**
   * The application begins to serve: `start()` and `run()` call this hook, console commands do not. The server opens last, at
   * `Stage.server`. A tap with `unlimited: true` has no deadline: it limits its time itself, and says what it waits for.
   */
  start: new AsyncSeriesHook<[Application], { readonly unlimited?: boolean }>(['app']),
  /** `close()`: plugins close what they opened, in reverse order. `closing` says how long each may take. */
  shutdown: new AsyncSeriesHook<[Application, Closing]>(['app', 'closing']),
  /**
   * An unhandled error, and where it came from. The tap `console` writes the error to standard error. Any other tap, such as that of a log,
   * replaces `console`, unless it runs in front of it: `report.tap({ name: 'count', before: 'console' }, ...)`.
   */
  report: new SyncHook<[unknown, ReportOrigin]>(['error', 'origin']),
});

/** The hooks of an application's life, in the order they run: `app.hooks`. */
export type AppHooks = Readonly<ReturnType<typeof createAppHooks>>;
