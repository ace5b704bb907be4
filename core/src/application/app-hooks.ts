import { AsyncSeriesHook, SyncHook } from 'tapable';
import type { ConfigStore } from '../config/config-store.ts';
import type { Registry } from '../plugin/registry.ts';
import type { Application } from './application.ts';

/** Where a reported error came from. */
export interface ReportOrigin {
  /** `request`, `process`, `shutdown`, or a plugin's name. */
  readonly where: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly path?: string;
  /** What threw, for a thrown value that is no error: `The handler of GET /posts at routes/api.ts:12`. */
  readonly thrownBy?: string;
  /** Whether nothing failed yet: shown on one line. */
  readonly warning?: true;
  /** Whether the process ends because of it. */
  readonly ends?: true;
}

/** The hooks of an application's life, in the order they run. */
export const createAppHooks = () => ({
  configure: new SyncHook<[ConfigStore]>(['config']),
  register: new SyncHook<[Registry]>(['registry']),
  boot: new AsyncSeriesHook<[Application]>(['app']),
  ready: new AsyncSeriesHook<[Application]>(['app']),
  start: new AsyncSeriesHook<[Application]>(['app']),
  shutdown: new AsyncSeriesHook<[Application]>(['app']),
  report: new SyncHook<[unknown, ReportOrigin]>(['error', 'origin']),
});

export type AppHooks = Readonly<ReturnType<typeof createAppHooks>>;
