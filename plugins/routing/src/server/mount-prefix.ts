import type { IncomingMessage } from 'node:http';
import { Note } from '../shared/note.ts';

const kept = new Note<IncomingMessage, string>('mount prefix');

/** Keeps the prefix of a request, because a mount sets `baseUrl` and `originalUrl` to its own. */
export const keepPrefix = (req: IncomingMessage, prefix: string): void => kept.set(req, prefix);

// A second slash or a backslash at the beginning would turn a path into the address of another host.
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
 * The path at which an Express or Connect application has mounted this application: `/api` for `app.use('/api', listener)`. It comes from
 * `baseUrl` or `originalUrl` of the request. Empty if the application is not mounted.
 */
export const mountPrefix = (req: IncomingMessage): string => {
  const known = kept.get(req);
  if (known !== undefined) return known;
  const prefix = prefixOf(req).replace(/(?<!\/)\/+$/, '');
  return safe.test(prefix) ? prefix : '';
};

/** Whether a path is already below the prefix. */
const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length));

/** A path of this application as the client sees it, with the prefix. Any other address stays unchanged. */
export const mountedPath = (req: IncomingMessage, location: string): string => {
  const prefix = mountPrefix(req);
  return prefix === '' || !safe.test(location) || isBelow(location, prefix) ? location : prefix + location;
};
