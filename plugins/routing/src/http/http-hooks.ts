import type { Server } from 'node:http';
import type { Context, Middleware, Response, RouteInfo } from '@taproot/core';
import type { FastifyInstance } from 'fastify';
import type Koa from 'koa';
import {
  AsyncSeriesBailHook,
  AsyncSeriesWaterfallHook,
  HookMap,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
  type TypedHookMap,
} from 'tapable';
import type { ServerAddress } from '../server/http-server.ts';
import type { Sent } from './sent.ts';

/** The native instance of each driver. */
export interface DriverInstances {
  koa: Koa;
  fastify: FastifyInstance;
}

type DriverHookMap = TypedHookMap<{ [Name in keyof DriverInstances]: SyncHook<[instance: DriverInstances[Name]]> }>;

/** The hooks of HTTP. They are read once, at freeze: one that nobody tapped costs a request nothing. */
export const createHttpHooks = () => ({
  /** The raw instance of a driver, by its name: `driver.for('koa')`. */
  driver: new HookMap(() => new SyncHook(['instance'])) as DriverHookMap,
  /** Each route as it enters the table. */
  route: new SyncHook<[RouteInfo]>(['route']),
  /** The middleware around every request, outermost first; before the author's own changes to it. */
  globalMiddleware: new SyncWaterfallHook<[readonly Middleware[]]>(['stack']),
  /** Before any middleware; a returned response answers the request. */
  request: new AsyncSeriesBailHook<[Context], Response | undefined>(['ctx']),
  /** After all middleware; what it returns is sent. */
  response: new AsyncSeriesWaterfallHook<[Response, Context]>(['response', 'ctx']),
  /** An error on its way to its response; a returned response answers instead. */
  error: new SyncBailHook<[unknown, Context], Response | undefined>(['error', 'ctx']),
  /** Each request once, when its reply is out or its client has left; also what never reached a route. */
  sent: new SyncHook<[Sent]>(['sent']),
  /** Node's server, before it listens: the place for an `upgrade` listener. */
  server: new SyncHook<[Server]>(['server']),
  /** The server is open. */
  listening: new SyncHook<[ServerAddress]>(['address']),
});

/** The hooks of HTTP. */
export type HttpHooks = Readonly<ReturnType<typeof createHttpHooks>>;
