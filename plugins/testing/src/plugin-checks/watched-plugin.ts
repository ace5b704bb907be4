import type { Application } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';

type Make = (app: Application) => unknown;

/** A plugin with unchanged behaviour that records what it makes and taps. */
export interface WatchedPlugin {
  readonly plugin: AnyPlugin & { readonly facades: object };
  /** The objects created for facades and middleware factories, by name: `facade Audit`, `middleware audit`. */
  readonly made: ReadonlyMap<string, readonly unknown[]>;
  /** Names of the taps that `apply()` added, with their hook. */
  readonly taps: readonly (readonly [hook: string, name: string])[];
}

const tapsOf = (app: Application): (readonly [hook: string, name: string])[] =>
  [...app.hookTables.hooks()].flatMap(([hook, { taps }]) => taps.map(({ name }) => [hook, name] as const));

const isNew = (before: readonly (readonly [string, string])[]) => {
  const left = before.map((tap) => tap.join(' '));
  return (tap: readonly [string, string]): boolean => {
    const index = left.indexOf(tap.join(' '));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  };
};

/** Wraps a plugin for one application, to record what it makes and taps. */
export const watchPlugin = (plugin: AnyPlugin): WatchedPlugin => {
  const made = new Map<string, unknown[]>();
  const taps: (readonly [string, string])[] = [];
  const watched = (kind: string, table: object | undefined): object =>
    Object.fromEntries(
      Object.entries(table ?? {}).map(([name, make]: [string, Make]) => [
        name,
        (app: Application): unknown => {
          const value = make(app);
          made.set(`${kind} ${name}`, [...(made.get(`${kind} ${name}`) ?? []), value]);
          return value;
        },
      ]),
    );
  const apply = async (app: Application): Promise<void> => {
    const before = tapsOf(app);
    await plugin.apply?.(app);
    taps.push(...tapsOf(app).filter(isNew(before)));
  };
  const facades = watched('facade', plugin.facades);
  const middleware = watched('middleware', plugin.middleware);
  return { plugin: { ...plugin, facades, middleware, apply }, made, taps };
};
