import type { PluginHooks } from '../extensions.ts';

/** One tap as tapable keeps it. */
export interface TapRecord {
  /** The plugin that taps. */
  name: string;
  /** How it was tapped: `tap`, `tapAsync` or `tapPromise`. */
  type: 'sync' | 'async' | 'promise';
  /** The function that runs. */
  fn: Function;
  /** The plugin before whose tap it runs. */
  before?: string;
  /** Taps run by rising stage, see `Stage`; 0 when left out. */
  stage?: number;
  /** Whether the tap has no deadline, because it limits its time itself and says what it waits for. */
  unlimited?: boolean;
  /** Whether the stage comes from the order of the plugins, because the tap names no stage. */
  ordered?: boolean;
}

/** The parts of a tapable hook that the framework uses. */
export interface AnyHook {
  /** Its taps, in the order they run. */
  readonly taps: readonly TapRecord[];
  /** Whether it has a tap. */
  isUsed(): boolean;
  /** Calls `register` for each new tap, and adds the tap that it returns. */
  intercept(interceptor: { register?: (tap: TapRecord) => TapRecord }): void;
}

/** The public side of a tapable `HookMap`: a hook for each key, made at its first use. */
export interface AnyHookMap {
  /** The hook of a key; made at its first use. */
  for(key: string): AnyHook;
  /** Calls `factory` for each new hook, and uses the hook that it returns. */
  intercept(interceptor: { factory?(key: unknown, hook: AnyHook): AnyHook }): void;
}

/** A frozen table of hooks, by the names that their plugin declares. */
export type HookTable = Readonly<Record<string, AnyHook | AnyHookMap>>;

/** The hook tables of an application: `app.hookTables`. They are complete before `apply()` of the first plugin runs. */
export interface HookIndex {
  /**
   * The hooks of one table, by its name: `app.hookTables.of('mail').sent.tap('audit', ...)`.
   *
   * @throws E_HOOKS_UNKNOWN when no plugin of this application has that table.
   */
  of<Name extends keyof PluginHooks>(name: Name): PluginHooks[Name];
  /** Every single hook by its full name, in the order of declaration: `app.boot`, `http.driver.for('koa')`. */
  hooks(): ReadonlyMap<string, AnyHook>;
  /** Each name with its table, in the order of the plugins. The table `app` of the application itself comes first. */
  [Symbol.iterator](): IterableIterator<[name: string, table: HookTable]>;
}
