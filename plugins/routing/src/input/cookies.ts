import { isUtf8 } from 'node:buffer';
import type { Cookie, CookieOptions } from '@taproot/core/internal';
import { reasonOf } from '@taproot/core/internal';
import { seconds } from '@taproot/core/plugin';
import { parseCookie, stringifySetCookie } from 'cookie';
import { errors } from '../errors.ts';

// Node reads headers as Latin-1. Scripts of pages write UTF-8, unescaped, into `document.cookie`.
const fromLatin1 = (pair: string): string => {
  const bytes = Buffer.from(pair, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : pair;
};

/**
 * The cookies of a `Cookie` header by name, in a map that inherits nothing. If a name occurs several times, the first cookie wins. A value
 * with an invalid escape stays undecoded. Valid UTF-8 is read as UTF-8.
 */
export const parseCookies = (header: string): Readonly<Record<string, string | undefined>> =>
  // Decodes each cookie by itself, because a cookie of another application may have another encoding.
  parseCookie(/[\u0080-\u00FF]/.test(header) ? header.split(';').map(fromLatin1).join(';') : header);

/** RFC 6265bis 5.6: browsers ignore a cookie whose name and value are longer than this, in bytes. */
const LONGEST_COOKIE = 4096;

// RFC 9110 5.6.2, token. The library would accept more.
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

/** Identifies a cookie for browsers (RFC 6265bis 5.7, CHIPS). A second cookie with the same values replaces the first. */
export const cookiePlace = ({ name, domain = '', path = '/', partitioned = false }: Cookie): string =>
  [name, domain.replace(/^\./, '').toLowerCase(), path, partitioned].join(';');

/** The cookie that makes browsers forget another one. It is secure if its name or its attributes require that. */
export const expiredCookie = (name: string, options: CookieOptions): Cookie => {
  const needsSecure = options.sameSite === 'none' || options.partitioned === true || /^__(?:host|secure)-/i.test(name);
  return { ...options, ...(needsSecure ? { secure: true } : {}), name, value: '', maxAge: 0, expires: new Date(0) };
};

// An unpaired surrogate has no encoding, so it becomes U+FFFD.
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const serialize = (cookie: Cookie): string => {
  try {
    const { path = '/', maxAge, ...attributes } = cookie;
    const lifetime = maxAge === undefined ? {} : { maxAge: seconds(maxAge, 'maxAge') };
    return stringifySetCookie({ ...attributes, ...lifetime, path }, { encode });
  } catch (cause) {
    const reason = reasonOf(cause);
    throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason }, { cause });
  }
};

/** The `Set-Cookie` header of a cookie, with its value URL-encoded. Throws `E_COOKIE_INVALID` for a cookie that browsers would drop. */
export const serializeCookie = (cookie: Cookie): string => {
  const fault = findFault(cookie);
  if (fault !== null) throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason: fault });
  const header = serialize(cookie);
  const end = header.indexOf(';');
  // Counts name, `=` and value. The header is ASCII now, so characters are bytes.
  if (end > LONGEST_COOKIE + 1)
    throw errors.E_COOKIE_INVALID({ cookie: cookie.name, reason: `it is longer than ${LONGEST_COOKIE} bytes` });
  return header;
};
