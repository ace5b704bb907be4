import type { IncomingMessage, ServerResponse } from 'node:http';

/** Continues with the request. With an argument, ends it with that error. */
export type ConnectNext = (error?: unknown) => void;

/**
 * A middleware of Express or Connect. Written as a method, so that functions with the types of Express also fit: its request and response
 * are Node's with more members.
 */
export type ConnectMiddleware = {
  bivariant(req: IncomingMessage, res: ServerResponse, next: ConnectNext): unknown;
}['bivariant'];
