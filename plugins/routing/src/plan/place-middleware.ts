import { type Application, type Middleware } from '@taproot/core';
import type { MiddlewareSlot } from '@taproot/core/internal';
import { didYouMean, type PlacedMiddleware } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { checkMiddlewareList } from '../router/applied-middleware.ts';

const slots: readonly MiddlewareSlot[] = ['edge', 'guard', 'inner'];

/** A plugin's middleware, with the name of the plugin (for errors) and the index of its slot. */
interface Placed extends PlacedMiddleware {
  readonly plugin: string;
  readonly rank: number;
}

const rankOf = (plugin: string, { middleware, slot = 'inner' }: PlacedMiddleware): number => {
  const index = slots.indexOf(slot);
  if (index >= 0) return index;
  throw errors.E_MIDDLEWARE_SLOT({
    plugin,
    middleware: middleware.signature(),
    slot,
    hint: didYouMean(slot, slots),
    known: slots.join(', '),
  });
};

const indexOf = (stack: readonly Placed[], signature: string | undefined): number =>
  stack.findIndex(({ middleware }) => middleware.signature() === signature);

/** Moves a middleware that names another one directly before or after it. Without the other one, it stays in its slot. */
const moved = (stack: readonly Placed[], one: Placed): readonly Placed[] => {
  const rest = stack.filter((other) => other !== one);
  const [before, after] = [indexOf(rest, one.before), indexOf(rest, one.after)];
  if (before < 0 && after < 0) return stack;
  return rest.toSpliced(before < 0 ? after + 1 : before, 0, one);
};

const checkOrder = (stack: readonly Placed[]): void => {
  for (const [index, { plugin, middleware, before, after }] of stack.entries()) {
    const [outside, inside] = [indexOf(stack, after), indexOf(stack, before)];
    const broken = inside >= 0 && inside < index ? before : outside > index ? after : undefined;
    if (broken !== undefined)
      throw errors.E_MIDDLEWARE_ORDER({ plugin, middleware: middleware.signature(), other: broken });
  }
};

/**
 * The global middleware of all plugins, outermost first. Sorts by slot, then by the order of the plugins, then moves each middleware that
 * names another one next to it.
 *
 * @throws E_MIDDLEWARE_SLOT for an unknown slot; E_MIDDLEWARE_ORDER when each of two must be around the other.
 */
export const placeMiddleware = (app: Application): readonly Middleware[] => {
  const given = app.registry.globalMiddleware.flatMap(({ plugin, make }) =>
    make(app).map((placed): Placed => {
      checkMiddlewareList([placed.middleware]);
      return { ...placed, plugin, rank: rankOf(plugin, placed) };
    }),
  );
  // toSorted() keeps the order of equal entries.
  const sorted: readonly Placed[] = given.toSorted((one, other) => one.rank - other.rank);
  let stack = sorted;
  // Moving one middleware may separate another one from it. After as many rounds as there are middleware, the order is final.
  for (const _ of sorted) stack = sorted.reduce(moved, stack);
  checkOrder(stack);
  return stack.map(({ middleware }) => middleware);
};
