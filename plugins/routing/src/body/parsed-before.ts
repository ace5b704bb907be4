import type { IncomingMessage } from 'node:http';

/**
 * What middleware before us made of the body and left in `req.body`, as Koa's, Express's and Fastify's parsers do; undefined
 * when nobody has. Parsers set an empty object for a body they do not read: while the bytes are still there, they count.
 */
export const parsedBefore = (req: IncomingMessage): unknown =>
  req.readableDidRead || req.readableEnded ? Reflect.get(req, 'body') : undefined;

/** Leaves what the parser of a driver made of a body where it is looked for. */
export const leaveParsed = (req: IncomingMessage, body: unknown): void => {
  if (body !== undefined) Reflect.set(req, 'body', body);
};
