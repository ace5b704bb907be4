import type { IncomingMessage, ServerResponse } from 'node:http';

/** Goes on without an argument; with one, the request ends with that error. */
export type ConnectNext = (error?: unknown) => void;

/**
 * A middleware of Express or Connect. Written as a method so that one whose parameters are the request and response of Express fits:
 * both are Node's with more members.
 */
export type ConnectMiddleware = {
  bivariant(req: IncomingMessage, res: ServerResponse, next: ConnectNext): unknown;
}['bivariant'];
