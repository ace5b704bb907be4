import type { IncomingMessage } from 'node:http';

// A second slash, or a backslash, would make the address of another host of a path.
const safe = /^\/(?![/\\])/;

const member = (req: IncomingMessage, name: string): string => {
  const value: unknown = Reflect.get(req, name);
  return typeof value === 'string' ? value : '';
};

const prefixOf = (req: IncomingMessage): string => {
  const base = member(req, 'baseUrl');
  if (base !== '') return base;
  const [original, url = ''] = [member(req, 'originalUrl'), req.url];
  return original.length > url.length && original.endsWith(url) ? original.slice(0, -url.length) : '';
};

/**
 * The path at which an application of Express or Connect has mounted this one, `/api` for `app.use('/api', listener)`.
 * The request has it as `baseUrl`, or in `originalUrl`. Empty if this one is not mounted.
 */
export const mountPrefix = (req: IncomingMessage): string => {
  const prefix = prefixOf(req).replace(/(?<!\/)\/+$/, '');
  return safe.test(prefix) ? prefix : '';
};

/** Whether a path lies below the prefix already. */
const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length));

/** A path of this application as the client asks for it; another address stays as it is. */
export const mountedPath = (req: IncomingMessage, location: string): string => {
  const prefix = mountPrefix(req);
  return prefix === '' || !safe.test(location) || isBelow(location, prefix) ? location : prefix + location;
};
