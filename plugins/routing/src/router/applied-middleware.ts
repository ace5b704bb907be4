import type { Middleware } from '@taproot/core';
import { checkMiddleware, checkMiddlewareList } from './check-middleware.ts';

/** What a scope or a route runs of its own, and which of the global middleware it does without. */
export interface AppliedMiddleware {
  readonly middleware: readonly Middleware[];
  readonly excluded: readonly Middleware[];
}

/** The same with more, inside of what is there. */
export const addMiddleware = (
  { middleware, excluded }: AppliedMiddleware,
  added: readonly Middleware[],
): AppliedMiddleware => {
  checkMiddlewareList(added);
  return { middleware: [...middleware, ...added], excluded };
};

/** The same without what has one of these signatures. What is added later stays, or a guard on a route would be lost. */
export const excludeMiddleware = (
  { middleware, excluded }: AppliedMiddleware,
  removed: readonly Middleware[],
): AppliedMiddleware => {
  checkMiddleware(removed);
  const signatures = new Set(removed.map((step) => step.signature()));
  return {
    middleware: middleware.filter((step) => !signatures.has(step.signature())),
    excluded: [...excluded, ...removed],
  };
};
