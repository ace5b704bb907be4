import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../http/context.ts';
import type { RouteInfo } from '../http/route-info.ts';

/** The parts of every event. */
export interface TraceEvent {
  /** The thrown value; undefined while nothing failed. Set before `error` is published. */
  error?: unknown;
  /** True from `end` on if the work returned a promise, so that it goes on until `asyncEnd`. */
  pending?: boolean;
}

/** `taproot:request`: one request, from its headers to the end of its response or of its connection. */
export interface RequestEvent extends TraceEvent {
  /** Node's request. */
  readonly request: IncomingMessage;
  /** Node's response. */
  readonly response: ServerResponse;
  /** The id of the request; empty until its context exists. */
  readonly requestId: () => string;
  /** The context of middleware and handler; null until `asyncStart`, and when none ran. */
  ctx: Context | null;
  /** The matched route, with its pattern in `path`; null until `asyncStart`, and when no route matched. */
  route: RouteInfo | null;
  /** The status that was sent; 0 until `asyncStart`, and when the client left before. */
  status: number;
  /** Bytes of the response with its headers; 0 until `asyncStart`. */
  bytes: number;
  /** Whether the connection closed before the response was complete. */
  aborted: boolean;
}

/** `taproot:middleware`: one middleware, and everything that its `next()` runs. */
export interface MiddlewareEvent extends TraceEvent {
  /** The context of the request. */
  readonly ctx: Context;
  /** The signature of the middleware: `throttle:api`. */
  readonly signature: string;
}

/** `taproot:handler`: the handler of a route, after its body was read. */
export interface HandlerEvent extends TraceEvent {
  /** The context of the request. */
  readonly ctx: Context;
  /** The route; null for the fallback and for answers of the framework itself, such as 404. */
  readonly route: RouteInfo | null;
}

/** `taproot:hook`: one tap of a hook. */
export interface HookEvent extends TraceEvent {
  /** The full name of the hook: `http.request`. */
  readonly hook: string;
  /** The plugin that taps it. */
  readonly plugin: string;
  /**
   * Whether the tap returned a value other than its first argument, for example a response of its own. False until the tap has ended, and
   * for taps with a callback.
   */
  replaced: boolean;
}

/** `taproot:validation`: one validation, with its filters and its asynchronous rules. */
export interface ValidationEvent extends TraceEvent {
  /** The context of the request; null outside of one. */
  readonly ctx: Context | null;
  /** The rules as they were written, by field. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** Whether the input was valid; null until the validation has ended. */
  passed: boolean | null;
}

/** `taproot:query`: one statement on a database. */
export interface QueryEvent extends TraceEvent {
  /** The name of the connection. */
  readonly connection: string;
  /** The driver of the connection: `sqlite`, `pgsql` or `mysql`. */
  readonly driver: string;
  /** The statement with placeholders. Values are left out. */
  readonly sql: string;
}

/** `taproot:command`: one command of the console. */
export interface CommandEvent extends TraceEvent {
  /** The name of the command: `db:migrate`. Arguments are left out. */
  readonly command: string;
  /** The exit code; null until the command has ended. */
  exitCode: number | null;
}

/** `taproot:throttle`: whether a limiter lets a request through. */
export interface ThrottleEvent extends TraceEvent {
  /** The context of the request. */
  readonly ctx: Context;
  /** The name of the limiter. */
  readonly limiter: string;
  /** Whether the request may go on; null until the limiter has decided. */
  allowed: boolean | null;
}

/** `taproot:gate`: one decision of a gate. */
export interface GateEvent extends TraceEvent {
  /** The context of the request; null outside of one. */
  readonly ctx: Context | null;
  /** The ability that the gate checks. */
  readonly ability: string;
  /** Whether the user has the ability; null until the gate has decided. */
  allowed: boolean | null;
}
