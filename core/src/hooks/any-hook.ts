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
  /** Whether the stage follows from the order of the plugins, because the tap names none. */
  ordered?: boolean;
}

/** The parts of any tapable hook that are used here: its taps, and being notified of new ones. */
export interface AnyHook {
  /** Its taps, in the order they run. */
  readonly taps: readonly TapRecord[];
  /** Whether it has a tap. */
  isUsed(): boolean;
  /** Calls `register` for each tap that is added; what it returns is added in its place. */
  intercept(interceptor: { register?: (tap: TapRecord) => TapRecord }): void;
}

/** A tapable `HookMap`, seen from outside: a hook for each key, made when it is first asked for. */
export interface AnyHookMap {
  /** The hook of a key; made when it is first asked for. */
  for(key: string): AnyHook;
  /** Calls `factory` for each hook that is made; what it returns is used in its place. */
  intercept(interceptor: { factory?(key: unknown, hook: AnyHook): AnyHook }): void;
}

/** A frozen table of hooks, as its plugin declares it. */
export type HookTable = Readonly<Record<string, AnyHook | AnyHookMap>>;

/** The hook tables of an application: `app.hookTables`. They are complete before `apply()` of the first plugin runs. */
export interface HookIndex {
  /**
   * The hooks of one plugin, by the name of their table: `app.hookTables.of('mail').sent.tap('audit', ...)`.
   *
   * @throws E_HOOKS_UNKNOWN when no plugin of this application has them.
   */
  of<Name extends keyof PluginHooks>(name: Name): PluginHooks[Name];
  /** Every single hook by its full name, in the order of declaration: `app.boot`, `http.driver.for('koa')`. */
  hooks(): ReadonlyMap<string, AnyHook>;
  /** Name and table, in the order of the plugins; the application's own, `app`, comes first. */
  [Symbol.iterator](): IterableIterator<[name: string, table: HookTable]>;
}
