import type { Context, Handler, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription, RouteInfo } from '@taproot/core/plugin';
import { handlerOf } from '../handler/handler-name.ts';
import type { Routes } from '../router/route-registry.ts';

/** One step of a request. */
export interface WatchedStep {
  readonly kind: 'middleware' | 'handler';
  /** The signature of a middleware, or the name of a handler. */
  readonly name: string;
  readonly ctx: Context;
}

/** Runs one step of a request and sees when it begins and ends; what it returns is the step's result. */
export type StepWatcher = <Result>(step: WatchedStep, run: () => Result) => Result;

// One class for all, because two middleware with the same signature must have the same class.
class WatchedMiddleware implements Middleware {
  readonly #inner: Middleware;
  readonly #watch: StepWatcher;

  constructor(inner: Middleware, watch: StepWatcher) {
    this.#inner = inner;
    this.#watch = watch;
  }

  signature(): string {
    return this.#inner.signature();
  }

  label(): string {
    return this.#inner.label?.() ?? this.signature();
  }

  describe(route: RouteInfo): MiddlewareDescription | null {
    return this.#inner.describe?.(route) ?? null;
  }

  // Has no prepare(), because that was already called at the end of boot.
  handle(ctx: Context, next: Next): Response | Promise<Response> {
    return this.#watch({ kind: 'middleware', name: this.signature(), ctx }, () => this.#inner.handle(ctx, next));
  }
}

/** Copies routes and middleware, with `watch` around every middleware and handler. */
export const watchSteps = (
  watch: StepWatcher,
  routes: Routes,
  stack: readonly Middleware[],
): { readonly routes: Routes; readonly stack: readonly Middleware[] } => {
  const middleware = (steps: readonly Middleware[]): Middleware[] =>
    steps.map((step) => new WatchedMiddleware(step, watch));
  const handler =
    (name: string, handle: Handler): Handler =>
    (ctx) =>
      watch({ kind: 'handler', name, ctx }, () => handle(ctx));
  const watched = [...routes].map((route) => ({
    ...route,
    handler: handler(handlerOf(route), route.handler),
    middleware: middleware(route.middleware),
  }));
  const fallback =
    routes.fallback === null ? null : { ...routes.fallback, handler: handler('fallback', routes.fallback.handler) };
  return { routes: { fallback, [Symbol.iterator]: () => watched.values() }, stack: middleware(stack) };
};
