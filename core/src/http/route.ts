import type { Handler, Middleware } from './handler.ts';
import type { RouteInfo } from './route-info.ts';
import type { RoutePattern } from './route-pattern.ts';

/** What runs for a request: middleware, outermost first, around a handler. */
export interface Chain {
  /** A signature once, global ones first. */
  readonly middleware: readonly Middleware[];
  /** What answers. */
  readonly handler: Handler;
  /** Whether the handler wants the body unread. */
  readonly rawBody: boolean;
}

/** A route as it is served: frozen at boot, nothing left to look up. */
export interface Route extends Chain {
  /** The route as listings know it. */
  readonly info: RouteInfo;
  /** Methods that it answers, in upper case. */
  readonly methods: readonly string[];
  /** Its path, parsed. */
  readonly pattern: RoutePattern;
  /** A route that serves files: its path counts as unknown for other methods, so that it causes no 405. */
  readonly files: boolean;
}
