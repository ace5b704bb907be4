import { errors } from '../errors.ts';
import { isPromise } from '../later.ts';
import { lookupTable } from '../lookup-table.ts';
import { didYouMean } from '../nearest.ts';

/** Told what a tap rejected with, and what it was called with. */
export type Rejected = (error: unknown, args: readonly unknown[]) => void;

/**
 * A tap of a hook that returns nothing may be asynchronous, and TypeScript admits it: nobody waits for its promise. What
 * that rejects with must reach somebody, or it ends the process.
 */
export const hearRejection = (tap: TapRecord, rejected: Rejected): TapRecord => {
  const run = tap.fn as (...args: unknown[]) => unknown;
  const fn = (...args: unknown[]): unknown => {
    const result = run(...args);
    if (!isPromise(result)) return result;
    return Promise.resolve(result).catch((error: unknown) => rejected(error, args));
  };
  return { ...tap, fn };
};

/** One tap as tapable keeps it. */
export interface TapRecord {
  name: string;
  type: 'sync' | 'async' | 'promise';
  fn: Function;
  before?: string;
  stage?: number;
}

/** Any tapable hook, seen from outside: what taps it has, and what happens when one is added. */
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

/** A frozen table of hooks, as its owner declares it. */
export type HookTable = Readonly<Record<string, AnyHook | AnyHookMap>>;

/** Told of an asynchronous tap that failed though its hook waits for none. */
export type TapFailed = (error: unknown, tap: { plugin: string; hook: string; args: readonly unknown[] }) => void;

// By name, not `instanceof`: a plugin may bring a tapable of its own. Waterfall and bail hooks do take what a tap returns.
const dropsResults = (hook: AnyHook): boolean => hook.constructor.name === 'SyncHook';

/**
 * Every hook table of one application, by owner. Taps are admitted until `freeze()`; later ones are `E_HOOKS_FROZEN`,
 * because hooks are read once, before the first request.
 */
export class HookTables {
  readonly #tables = new Map<string, HookTable>();
  readonly #hooks = new Map<string, AnyHook>();
  readonly #sealed = new WeakSet<AnyHook>();
  readonly #failed: TapFailed;
  #frozen = false;

  constructor(failed: TapFailed) {
    this.#failed = failed;
  }

  /** Registers and freezes the table of `owner`, for example `app` or `http`; `E_HOOKS_DUPLICATE` for a second one. */
  define<const Table extends HookTable>(owner: string, table: Table): Table {
    if (this.#tables.has(owner)) throw errors.E_HOOKS_DUPLICATE({ owner });
    for (const [name, hook] of Object.entries(table)) {
      if ('for' in hook)
        hook.intercept({ factory: (key, made) => this.#guard(`${owner}.${name}.for('${String(key)}')`, made) });
      else this.#guard(`${owner}.${name}`, hook);
    }
    const known = Object.keys(table);
    const unknown = (hook: string) =>
      errors.E_HOOK_UNKNOWN({ owner, hook, hint: didYouMean(hook, known), known: known.join(', ') });
    Object.setPrototypeOf(table, lookupTable(unknown));
    this.#tables.set(owner, Object.freeze(table));
    return table;
  }

  /** Closes one hook that is about to be called for the only time, so that a tap that would never run is an error. */
  seal(hook: AnyHook): void {
    this.#sealed.add(hook);
  }

  freeze(): void {
    this.#frozen = true;
  }

  [Symbol.iterator](): IterableIterator<[owner: string, table: HookTable]> {
    return this.#tables.entries();
  }

  /** Every single hook by its full name, in the order of declaration: `app.boot`, `http.driver.for('koa')`. */
  hooks(): ReadonlyMap<string, AnyHook> {
    return this.#hooks;
  }

  #guard<Hook extends AnyHook>(name: string, hook: Hook): Hook {
    const drops = dropsResults(hook);
    hook.intercept({
      register: (tap) => {
        if (this.#frozen || this.#sealed.has(hook)) throw errors.E_HOOKS_FROZEN({ plugin: tap.name, hook: name });
        if (!drops) return tap;
        return hearRejection(tap, (error, args) => this.#failed(error, { plugin: tap.name, hook: name, args }));
      },
    });
    // tapable counts interceptors as a use, this guard among them; a hook without taps has nothing to run.
    hook.isUsed = () => hook.taps.length > 0;
    this.#hooks.set(name, hook);
    return hook;
  }
}
