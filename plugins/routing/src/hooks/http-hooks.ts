import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Application, Context, FrameworkError, Response } from '@taproot/core';
import { supervise, superviseSync } from '@taproot/core/internal';
import type { AnyHook, RouteInfo } from '@taproot/core/plugin';
import { callPlace, isPromise, type Place } from '@taproot/core/plugin';
import {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  HookMap,
  SyncBailHook,
  SyncHook,
} from 'tapable';
import { errors } from '../errors.ts';
import { exchangeOf, failureOf } from '../exchange/exchange.ts';
import { nounOf } from '../handler/handler-name.ts';
import type { ServerAddress } from '../server/http-server.ts';
import { upgradeOf } from '../server/upgrade.ts';
import { Note } from '../shared/note.ts';

/** How a request ended. */
export interface Sent {
  /** The context of middleware and handler; null when none ran. */
  readonly ctx: Context | null;
  /** The matched route; null when no route matched. */
  readonly route: RouteInfo | null;
  /** HTTP method in upper case; empty when the bytes were not HTTP. */
  readonly method: string;
  /** The canonical path without query, or the path as it was sent when it was refused. Empty when the bytes were not HTTP. */
  readonly path: string;
  /** The status that was sent; 0 when the client left before. */
  readonly status: number;
  /** Bytes of the response with its headers. */
  readonly bytes: number;
  /** Seconds from the end of the request's headers to the last byte of the response. */
  readonly seconds: number;
  /** The error that led to the response; undefined when a handler answered. */
  readonly error: unknown;
  /** Whether the connection closed before the response was complete. */
  readonly aborted: boolean;
}

/** Learns how requests ended, such as the hook `sent`. */
export interface SentListener {
  call(sent: Sent): void;
}

/** Bytes that a connection had written when its previous response ended. */
const written = new Note<Duplex, number>('bytes written');

const bytesOf = (socket: Duplex): number => Number(Reflect.get(socket, 'bytesWritten') ?? 0);

/** Calls the hook once when this request has ended, whatever the reason. */
export const watchSent = (req: IncomingMessage, res: ServerResponse, hook: SentListener): void => {
  const began = performance.now();
  const { socket } = req;
  res.once('close', () => {
    const total = bytesOf(socket);
    const bytes = total - (written.get(socket) ?? 0);
    written.set(socket, total);
    const exchange = exchangeOf(req);
    hook.call({
      ctx: exchange?.ctx ?? null,
      route: exchange?.route?.info ?? null,
      method: req.method ?? '',
      path: exchange?.path ?? req.url ?? '',
      status: res.headersSent ? res.statusCode : 0,
      bytes,
      seconds: (performance.now() - began) / 1000,
      error: failureOf(res),
      // The head of an upgrade is written by other code, not by the response.
      aborted: !res.writableFinished && (upgradeOf(req)?.status ?? 0) === 0,
    });
  });
};

/** Describes a response to bytes that the parser refused. */
export const refusedByParser = (error: FrameworkError, bytes: number): Sent => ({
  ctx: null,
  route: null,
  method: '',
  path: '',
  status: error.status,
  bytes,
  seconds: 0,
  error,
  aborted: false,
});

// Uses `in`, because in development a context throws when code reads an unknown member.
const isResponse = (value: unknown): boolean => 'setHeader' in Object(value);

type Checked = (result: unknown) => unknown;

/** Checks that a tap returned a response or undefined. */
const checkedBy =
  (hook: string, plugin: string, place: Place): Checked =>
  (result) => {
    if (result === undefined || result === null) return undefined;
    if (isResponse(result)) return result;
    const actual = isPromise(result) ? 'a promise' : nounOf(result);
    const line = place.toString();
    throw errors.E_HOOK_RESULT({ plugin, hook, place: line === '' ? '' : ` at ${line}`, actual });
  };

type Run = (...args: unknown[]) => unknown;

/** Wraps a tap with a callback as its last argument, and checks the result. */
const checkedCallback =
  (run: Run, checked: Checked): Run =>
  (...args) => {
    const done = args.at(-1) as (error: unknown, result?: unknown) => void;
    return run(...args.slice(0, -1), (error: unknown, result: unknown) => {
      if (error) return done(error);
      try {
        done(null, checked(result));
      } catch (fault) {
        done(fault);
      }
    });
  };

/**
 * Lets taps of a hook return only responses: `E_HOOK_RESULT` names the plugin that returned something else. `promises`
 * also allows a promise of a response, for hooks whose caller awaits it.
 */
const checkAnswers = (name: string, hook: AnyHook, promises = false): void => {
  hook.intercept({
    register: (tap) => {
      const run = tap.fn as Run;
      const checked = checkedBy(name, tap.name, callPlace());
      if (tap.type === 'async') return { ...tap, fn: checkedCallback(run, checked) };
      const awaited = tap.type === 'promise' || promises;
      const fn: Run = (...args) => {
        const result = run(...args);
        return awaited && isPromise(result) ? Promise.resolve(result).then(checked) : checked(result);
      };
      return { ...tap, fn };
    },
  });
};

/** The native instance of each driver, by its name. A plugin with a driver merges its own. */
// oxlint-disable-next-line typescript/no-empty-object-type -- plugins fill it
export interface DriverInstances {}

type DriverHook<Instance = unknown> = AsyncSeriesHook<[instance: Instance]>;

/** As `TypedHookMap` of tapable, which does not fit a map whose names only plugins know. */
interface DriverHookMap extends Pick<HookMap<DriverHook>, 'name' | 'intercept'> {
  get<Name extends keyof DriverInstances>(driver: Name): DriverHook<DriverInstances[Name]> | undefined;
  for<Name extends keyof DriverInstances>(driver: Name): DriverHook<DriverInstances[Name]>;
}

const newDriverHook = (): DriverHook => new AsyncSeriesHook(['instance']);

/** The hooks of HTTP. Taproot reads them once, at the end of boot, so that a hook without taps costs requests nothing. */
export const createHttpHooks = (driverHook: (driver: string) => DriverHook = newDriverHook) => ({
  /** The raw instance of a driver, by its name: `driver.for('koa')`. */
  driver: new HookMap(driverHook) as DriverHookMap,
  /** Called for each route when the route table is built. */
  route: new SyncHook<[RouteInfo]>(['route']),
  /** Called before any middleware. A returned response answers the request. */
  request: new AsyncSeriesBailHook<[Context], Response | undefined>(['ctx']),
  /** Called after all middleware. The returned response is sent. */
  response: new AsyncSeriesWaterfallHook<[Response, Context]>(['response', 'ctx']),
  /** Called with an error before it becomes a response. A returned response is sent instead. */
  error: new SyncBailHook<[unknown, Context], Response | undefined>(['error', 'ctx']),
  /**
   * Called once for each request, when its response is sent or its client has left; also for requests that reached no
   * route.
   */
  sent: new SyncHook<[Sent]>(['sent']),
  /** Called with Node's server before it listens. */
  server: new SyncHook<[Server]>(['server']),
  /** Called when the server is open. */
  listening: new SyncHook<[ServerAddress]>(['address']),
});

/** The hooks of HTTP. */
export type HttpHooks = Readonly<ReturnType<typeof createHttpHooks>>;

/** The hooks of HTTP of one application. A tap that fails, or returns something else than a response, names its plugin. */
export const httpHooks = (app: Application): HttpHooks => {
  const hooks = createHttpHooks((driver) => {
    const hook = newDriverHook();
    const seconds = (): number => app.config.app.boot_timeout;
    supervise(`http.driver.for('${driver}')`, hook, { seconds, setting: 'boot_timeout' });
    return hook;
  });
  // These two, like the hooks of a driver, run while routing starts. Without this, errors of their taps would name routing.
  superviseSync('http.server', hooks.server);
  superviseSync('http.listening', hooks.listening);
  // The request has ended, so the error of a tap can only be reported.
  superviseSync('http.sent', hooks.sent, (error) => app.report(error, { where: 'http.sent' }));
  checkAnswers('http.request', hooks.request);
  checkAnswers('http.response', hooks.response);
  checkAnswers('http.error', hooks.error, true);
  return hooks;
};

/**
 * Passes the native instance of a driver to `configure`, if `http.driver` selects that driver. Errors name the application. For builder
 * steps such as `withKoa()`.
 */
export const configureDriver = <Name extends keyof DriverInstances>(
  app: Application,
  driver: Name,
  configure: (instance: DriverInstances[Name]) => unknown,
): void => {
  const hook: AsyncSeriesHook<[DriverInstances[Name]]> = app.facades.Http().hooks.driver.for(driver);
  hook.tapPromise('app', async (instance) => void (await configure(instance)));
};
