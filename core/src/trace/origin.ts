import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '../http/context.ts';
import { channels } from './channels.ts';
import type { RequestEvent } from './events.ts';

/** Passes the trace at hand on to work that runs later or elsewhere. A plugin for traces provides it. */
export interface Tracing {
  /** The headers that continue the span at hand, such as `traceparent`; none outside of a span. */
  current(): Readonly<Record<string, string>>;
  /** Runs work as a part of the trace of these headers. */
  run<Result>(headers: Readonly<Record<string, string>>, work: () => Result): Result;
}

/** Where work comes from. It is JSON, so that it can be stored with a job and read by another process. */
export interface Origin {
  /** The id of the request; empty without one. */
  readonly requestId: string;
  /** The headers that continue the trace, such as `traceparent`; none without a trace. */
  readonly trace: Readonly<Record<string, string>>;
}

/** The part of an application that work needs. */
export interface TracedApplication {
  /** The plugin for traces; null without one. */
  provided(name: 'tracing'): Tracing | null;
}

/** The application and the origin of work that runs. The application is null in the middle of a request. */
export interface WorkScope {
  readonly app: TracedApplication | null;
  readonly origin: Origin;
  /** Whether the work continues an origin that was stored, so that its trace must be entered. */
  readonly stored: boolean;
}

const nowhere: Origin = Object.freeze({ requestId: '', trace: Object.freeze({}) });

const scopes = new AsyncLocalStorage<WorkScope>();

const works = new WeakMap<object, WorkScope>();

/** The origin of a request. Its id is known once its context exists, so it is asked late. */
const requestScope = ({ request, requestId }: RequestEvent): WorkScope => ({
  app: null,
  stored: false,
  origin: {
    get requestId() {
      return requestId();
    },
    get trace(): Readonly<Record<string, string>> {
      const { traceparent } = request.headers;
      return typeof traceparent === 'string' ? { traceparent } : nowhere.trace;
    },
  },
});

/** The number of applications with channels of their own. */
let following = 0;

/** Remembers the request in everything that it runs. Applications without channels of their own do not pay for that. Returns a function that stops it. */
export const followRequests = (): (() => void) => {
  if (following++ === 0) channels.request.start.bindStore(scopes, requestScope);
  return () => {
    if (--following === 0) channels.request.start.unbindStore(scopes);
  };
};

/**
 * Where the work at hand comes from: its request and its trace. Store it with work that runs later, and pass it to `run()` of the channel.
 * Give the context where you have one. Without it, the request is known in applications that list a channel of `defineChannel()`.
 *
 * @example const origin = originOf(app); await rows.insert({ payload, origin: JSON.stringify(origin) });
 */
export const originOf = (app: TracedApplication, ctx?: Context | null): Origin => {
  const at = scopes.getStore()?.origin ?? nowhere;
  const current = app.provided('tracing')?.current() ?? nowhere.trace;
  const requestId = ctx?.request().id() ?? at.requestId;
  if (Object.keys(current).length > 0) return { requestId, trace: { ...current } };
  const traceparent = ctx?.request().header('traceparent') ?? '';
  return { requestId, trace: traceparent === '' ? { ...at.trace } : { traceparent } };
};

/** The scope of work that begins: of the stored origin, or of the work around it. */
export const scopeOf = (app: TracedApplication, origin: Origin | undefined): WorkScope =>
  origin === undefined
    ? { app, origin: scopes.getStore()?.origin ?? nowhere, stored: false }
    : { app, origin, stored: true };

/** Runs work in its scope, and in the trace of its stored origin. */
export const withinScope = <Result>(scope: WorkScope, work: () => Result): Result => {
  const inside = (): Result => scopes.run(scope, work);
  const tracing = scope.stored ? (scope.app?.provided('tracing') ?? null) : null;
  return tracing === null ? inside() : tracing.run(scope.origin.trace, inside);
};

/** The work at hand; undefined outside of work and of requests that are followed. */
export const currentWork = (): WorkScope | undefined => scopes.getStore();

/** Remembers the scope of an event. */
export const noteWork = (event: object, scope: WorkScope): void => void works.set(event, scope);

/** The scope of an event of `defineChannel()`; undefined for other events. */
export const workScopeOf = (event: object): WorkScope | undefined => works.get(event);
