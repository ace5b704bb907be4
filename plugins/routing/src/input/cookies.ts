import { isUtf8 } from 'node:buffer';
import type { Cookie, CookieOptions } from '@taproot/core/internal';
import { seconds } from '@taproot/core/plugin';
import { parseCookie, stringifySetCookie } from 'cookie';
import { errors } from '../errors.ts';

// Node reads headers as Latin-1. Scripts of pages write UTF-8, unescaped, into `document.cookie`.
const fromLatin1 = (pair: string): string => {
  const bytes = Buffer.from(pair, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : pair;
};

/**
 * The cookies of a `Cookie` header by name, in a map that inherits nothing. The first of a name wins; a value with a bad escape
 * stays raw. Bytes that are valid UTF-8 are read as such.
 */
export const parseCookies = (header: string): Readonly<Record<string, string | undefined>> =>
  // Each cookie by itself: that of another application may be in another encoding.
  parseCookie(/[\u0080-\u00FF]/.test(header) ? header.split(';').map(fromLatin1).join(';') : header);

/** RFC 6265bis 5.6: browsers ignore a cookie whose name and value are longer than this, in bytes. */
const LONGEST_COOKIE = 4096;

// RFC 9110 5.6.2, token; the library takes more than that.
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

const prefixFault = (cookie: Cookie): string | null => {
  const name = cookie.name.toLowerCase();
  if (name.startsWith('__secure-') && cookie.secure !== true) return 'the prefix __Secure- needs secure';
  if (!name.startsWith('__host-')) return null;
  const fits = cookie.secure === true && cookie.domain === undefined && (cookie.path ?? '/') === '/';
  return fits ? null : 'the prefix __Host- needs secure, the path "/" and no domain';
};

/** The reason why browsers would silently drop the cookie (RFC 6265bis 5.7), or null. */
const findFault = (cookie: Cookie): string | null => {
  if (!token.test(cookie.name)) return "its name must be letters, digits and !#$%&'*+-.^_`|~";
  if (cookie.path !== undefined && !cookie.path.startsWith('/')) return 'its path must begin with "/"';
  if (cookie.sameSite === 'none' && cookie.secure !== true) return 'sameSite "none" needs secure';
  if (cookie.partitioned === true && cookie.secure !== true) return 'partitioned needs secure';
  return prefixFault(cookie);
};

/** Browsers keep one cookie for each of these (RFC 6265bis 5.7, CHIPS): one set again replaces the other. */
export const cookiePlace = ({ name, domain = '', path = '/', partitioned = false }: Cookie): string =>
  [name, domain.replace(/^\./, '').toLowerCase(), path, partitioned].join(';');

/** The cookie that makes browsers forget another one. It is secure where its name or its attributes ask for that. */
export const expiredCookie = (name: string, options: CookieOptions): Cookie => {
  const needsSecure = options.sameSite === 'none' || options.partitioned === true || /^__(?:host|secure)-/i.test(name);
  return { ...options, ...(needsSecure ? { secure: true } : {}), name, value: '', maxAge: 0, expires: new Date(0) };
};

// Half a character has no encoding; it becomes U+FFFD.
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const serialize = (cookie: Cookie): string => {
  try {
    const { path = '/', maxAge, ...attributes } = cookie;
    const lifetime = maxAge === undefined ? {} : { maxAge: seconds(maxAge, 'maxAge') };
    return stringifySetCookie({ ...attributes, ...lifetime, path }, { encode });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason }, { cause });
  }
};

/** The `Set-Cookie` value of a cookie, its value URL-encoded; a cookie that browsers would not keep is `E_COOKIE_INVALID`. */
export const serializeCookie = (cookie: Cookie): string => {
  const fault = findFault(cookie);
  if (fault !== null) throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason: fault });
  const header = serialize(cookie);
  const end = header.indexOf(';');
  // Name, `=` and value; the header is ASCII by now.
  if (end > LONGEST_COOKIE + 1)
    throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason: `it is longer than ${LONGEST_COOKIE} bytes` });
  return header;
};
