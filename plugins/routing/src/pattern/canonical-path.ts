import { errors } from '../errors.ts';

const PERCENT = 37;
const DOT = 46;
const SLASH = 47;

/**
 * Whether the path is canonical already: printable ASCII, no escapes, no empty segments, and none that begins with a
 * dot.
 */
const isPlain = (path: string): boolean => {
  if (path.charCodeAt(0) !== SLASH) return false;
  const last = path.length - 1;
  for (let at = 1; at <= last; at++) {
    const code = path.charCodeAt(at);
    if (code <= 32 || code >= 127 || code === PERCENT || code === 92 || code === 35) return false;
    if ((code === SLASH || code === DOT) && path.charCodeAt(at - 1) === SLASH) return false;
  }
  return last === 0 || path.charCodeAt(last) !== SLASH;
};

/**
 * Escapes characters that would change the meaning of a path, or forge a line in a log, if they were unescaped in a segment.
 */
export const escapeSegment = (segment: string): string =>
  segment.replaceAll(
    /[%/?#\u0001-\u001F\u007F]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

const decode = (segment: string): string => {
  // Targets are ASCII (RFC 9110 4.2.3, RFC 3986 2.1). Other characters must be escaped UTF-8.
  if (/[^\u0021-\u007E]|#/.test(segment)) throw errors.E_URL_MALFORMED();
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw errors.E_URL_MALFORMED({ cause });
  }
};

const canonicalSegment = (segment: string): string => {
  const decoded = decode(segment);
  if (decoded.includes('\0')) throw errors.E_URL_MALFORMED();
  // Refuses empty, dot and backslash segments, also after an encoded slash, because programs read them differently.
  if (decoded === '' || /(?:^|\/)\.{1,2}(?:\/|$)|\\/.test(decoded)) throw errors.E_ROUTE_NOT_FOUND();
  return escapeSegment(decoded);
};

/**
 * The one form of a path that router, middleware and static files see: each segment decoded once (`/`, `%`, `?`, `#` and control characters
 * stay escaped), no trailing slash. Throws `E_ROUTE_NOT_FOUND` for an ambiguous path, and `E_URL_MALFORMED` for one that is not UTF-8.
 */
export function canonicalPath(path: string): string {
  if (isPlain(path)) return path;
  if (!path.startsWith('/')) throw errors.E_URL_MALFORMED();
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  return `/${trimmed.slice(1).split('/').map(canonicalSegment).join('/')}`;
}

/** The origin form of a request target: an absolute one (RFC 9112 3.2.2) loses scheme and authority. */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === SLASH) return target;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(target);
  if (absolute === null) return target;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A target with its canonical path encoded, so that it can be sent again; the query is as it was sent. */
export const encodedTarget = (target: string): string => {
  // Fast path for nearly every request: all characters are allowed in a path and a query.
  if (!/[^!#-;=?-Z_a-z~]/.test(target)) return target;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  // Undoes the second escape of percent signs, because a canonical path already contains escapes.
  const encoded = encodeURI(path.toWellFormed()).replaceAll('%25', '%');
  return query === -1 ? encoded : encoded + target.slice(query);
};

/** Decodes the last escapes of one segment of a canonical path. */
export const decodeSegment = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment;

// An escaped slash, whose percent sign may be escaped again.
const escapedSlash = /(%(?:25)*2F)/i;

const exceptSlashes = (rest: string, change: (text: string) => string): string =>
  rest
    .split(escapedSlash)
    .map((text, at) => (at % 2 === 1 ? text : change(text)))
    .join('');

/**
 * Decodes the rest of a canonical path for a wildcard. `%2F` stays, so that every slash in the value is one of the
 * path. `%252F`, `%25252F` and so on stay too, so that two paths never give the same value.
 */
export const decodeRest = (rest: string): string =>
  rest.includes('%') ? exceptSlashes(rest, decodeURIComponent) : rest;

/** The opposite of `decodeRest`: the canonical path of a wildcard's value. */
export const canonicalRest = (value: string): string =>
  value
    .split('/')
    .map((segment) => exceptSlashes(segment, escapeSegment))
    .join('/');

/** Like `canonicalRest()`, but encoded. */
export const encodeRest = (value: string): string =>
  value
    .split('/')
    .map((segment) => exceptSlashes(segment, encodeURIComponent))
    .join('/');
