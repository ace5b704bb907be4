import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import type { UpgradeAccept } from '@taproot/core/internal';
import { callPlace, describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isClass } from '../handler/handler-name.ts';

/**
 * A listener of node:http: an application or a router of Express or Connect, `koa.callback()`, or a function of yours. Written as a method,
 * so that functions with the types of a framework also fit.
 */
export type NodeHandler = {
  bivariant(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): unknown;
}['bivariant'];

type FetchResult = globalThis.Response | null | undefined;

/** A function that answers Web-standard requests. Null and undefined mean that it does not know the address, which is a 404. */
export type FetchFunction = {
  bivariant(request: globalThis.Request, ctx: Context): FetchResult | Promise<FetchResult>;
}['bivariant'];

/** Code that answers Web-standard requests: a function, or an object with `fetch()`, such as an application of Hono. */
export type FetchHandler =
  | FetchFunction
  | {
      /** Answers a request. */
      fetch(request: globalThis.Request): globalThis.Response | Promise<globalThis.Response>;
    };

/** Options of `mount()` and `mountNode()`. */
export interface MountOptions {
  /**
   * Whether the mounted code gets the address without the path of the mount: `/users` for `/old/users`. Default: false for `mount()`, true
   * for `mountNode()`.
   */
  readonly strip?: boolean;
  /**
   * Takes over the WebSockets of the mounted code, such as `handleUpgrade()` of its package. Default: they are refused. The request has the
   * address as it was sent.
   */
  readonly upgrade?: UpgradeAccept;
}

const has = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(Object(value), name) === 'function');

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Says how to mount a value that Node cannot call as a listener. */
const nodeAdvice = (value: unknown): string => {
  if (isClass(value)) return `Make one: mountNode('/old', new ${value.name}())`;
  if (has(value, 'callback')) return "Give the callback of the Koa application: mountNode('/old', koa.callback())";
  if (has(value, 'routing'))
    return "Give the router of the Fastify instance, after await fastify.ready(): mountNode('/old', (req, res) => fastify.routing(req, res))";
  if (has(value, 'getHttpAdapter'))
    return "Give the Express application of Nest, after await nest.init(): mountNode('/old', nest.getHttpAdapter().getInstance())";
  if (has(value, 'then')) return "Await the promise first: mountNode('/old', await listener)";
  if (has(value, 'fetch')) return "It answers Web-standard requests, so use mount(): route.mount('/old', handler)";
  if (Array.isArray(value))
    return "Give an application with these middleware: mountNode('/docs', express().use(middleware))";
  return 'Give a function (req, res), such as an Express application or koa.callback()';
};

/** Says how to mount a value that does not answer Web-standard requests. */
const fetchAdvice = (value: unknown): string => {
  if (isClass(value)) return `Make one: mount('/api', new ${value.name}())`;
  if (has(value, 'handle', 'listen') || has(value, 'callback') || has(value, 'routing'))
    return "It is a listener of Node, so use mountNode(): route.mountNode('/old', listener)";
  if (has(value, 'then')) return "Await the promise first: mount('/api', await handler)";
  if (isObject(value) && has(value, 'handler')) return "Give its function: mount('/api/auth', auth.handler)";
  return 'Give a function that takes a Request and returns a Response, or an object with fetch(), such as an application of Hono';
};

const refuse = (call: string, value: unknown, advice: string): Error =>
  errors.E_MOUNT_HANDLER({ call, actual: describeValue(value), place: callPlace().toString(), advice });

/**
 * Checks what `mountNode()` or `handOver()` got. Plain JavaScript may pass anything.
 * @throws E_MOUNT_HANDLER for anything but a function.
 */
export const checkListener = (call: string, value: unknown): void => {
  if (typeof value !== 'function' || isClass(value)) throw refuse(call, value, nodeAdvice(value));
};

/**
 * The function that answers the requests of a mount. It gets the context only if it has a second parameter, because functions of packages
 * may understand another second argument.
 * @throws E_MOUNT_HANDLER for anything that does not answer Web-standard requests.
 */
export const fetchOf = (call: string, value: unknown): FetchFunction => {
  if (has(value, 'fetch')) {
    const holder = value as { fetch(request: globalThis.Request): globalThis.Response };
    return (request) => holder.fetch(request);
  }
  if (typeof value !== 'function' || isClass(value) || has(value, 'handle', 'listen'))
    throw refuse(call, value, fetchAdvice(value));
  const answer = value as FetchFunction;
  if (answer.length >= 2) return answer;
  const one = value as (request: globalThis.Request) => ReturnType<FetchFunction>;
  return (request) => one(request);
};
