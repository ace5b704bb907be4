import { type Cookie, seconds } from '@taproot/core/plugin';
import { parseCookie, stringifySetCookie } from 'cookie';
import { errors } from '../errors.ts';

/** The cookies of a `Cookie` header by name, in a map that inherits nothing. The first of a name wins; a value with a bad escape stays raw. */
export const parseCookies = (header: string): Readonly<Record<string, string | undefined>> => parseCookie(header);

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
