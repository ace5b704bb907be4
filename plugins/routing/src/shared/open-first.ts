import type { Application, Middleware } from '@taproot/core';

type Open = (app: Application) => void | Promise<void>;

const opens = new WeakMap<Middleware, Open>();

/**
 * Has `open` called before the first request of each application that uses this middleware. If it throws, the application does not
 * start.
 */
export const openFirst = (middleware: Middleware, open: Open): void => void opens.set(middleware, open);

/** Calls what `openFirst()` got for these middleware. */
export const openAll = async (middleware: readonly Middleware[], app: Application): Promise<void> => {
  for (const step of new Set(middleware)) await opens.get(step)?.(app);
};
