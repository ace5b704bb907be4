import type { AnyHook, AnyHookMap, HookIndex } from './any-hook.ts';
import { stageName } from './stage.ts';

/** The description of one tap of a hook. */
export interface TapInfo {
  /** The plugin that taps; `app` for the application itself. */
  readonly plugin: string;
  /** The stage that the tap names, by its name in `Stage`, such as `first`; null when the tap names no stage. */
  readonly stage: string | null;
}

/** The description of a hook. */
export interface HookInfo {
  /** With its owner: `app.boot`, `http.driver`. */
  readonly name: string;
  /** For a hook map, the key of these taps; null for a single hook, and for a map without taps. */
  readonly key: string | null;
  /** tapable's class: `AsyncSeriesHook`, `HookMap of SyncHook`. */
  readonly kind: string;
  /** Names of the arguments that taps are called with. */
  readonly args: readonly string[];
  /** In the order they run. */
  readonly taps: readonly TapInfo[];
}

// tapable keeps the names of the arguments; its types leave them out.
const argsOf = (hook: AnyHook): readonly string[] => (hook as { readonly _args?: readonly string[] })._args ?? [];

const tapsOf = ({ taps }: AnyHook): TapInfo[] =>
  taps.map(({ name, stage, ordered = false }) => ({
    plugin: name,
    stage: stage === undefined || ordered ? null : stageName(stage),
  }));

const describeMap = (name: string, map: AnyHookMap, made: ReadonlyMap<string, AnyHook>): HookInfo[] => {
  // The class of a map's hooks shows only in one of its hooks, so make one.
  const sample = map.for('*');
  const about = { name, kind: `HookMap of ${sample.constructor.name}`, args: argsOf(sample) };
  const keyed = [...made]
    .filter(([full, { taps }]) => full.startsWith(`${name}.for('`) && taps.length > 0)
    .map(([full, hook]) => ({ ...about, key: full.slice(name.length + 6, -2), taps: tapsOf(hook) }));
  return keyed.length > 0 ? keyed : [{ ...about, key: null, taps: [] }];
};

/** Every hook of an application by owner, in the order of declaration; a hook map has one entry for each key tapped. */
export const describeHooks = (tables: HookIndex): HookInfo[] =>
  [...tables].flatMap(([owner, table]) =>
    Object.entries(table).flatMap(([key, hook]) => {
      const name = `${owner}.${key}`;
      if ('for' in hook) return describeMap(name, hook, tables.hooks());
      return [{ name, key: null, kind: hook.constructor.name, args: argsOf(hook), taps: tapsOf(hook) }];
    }),
  );
