import { parseSetCookie } from 'cookie';

/** The parts of a request's address on which cookies depend. */
export interface CookieTarget {
  /** The value of `Host`. */
  readonly host: string;
  /** Path and query. */
  readonly target: string;
  readonly secure: boolean;
}

interface Kept {
  readonly name: string;
  /** The value as the application sent it, not decoded. */
  readonly raw: string;
  readonly domain: string;
  /** Whether hosts below the domain get the cookie, too. */
  readonly below: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** When the cookie expires, in milliseconds since 1970; Infinity for a session cookie. */
  readonly ends: number;
}

const hostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

const pathOf = (target: string): string => target.replace(/[?#].*$/s, '');

// For browsers, pages of this machine are safe even without TLS.
const isSafe = ({ host, secure }: CookieTarget): boolean =>
  secure || /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostName(host));

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

// RFC 6265 5.1.4.
const defaultPath = (target: string): string => pathOf(target).replace(/\/[^/]*$/, '') || '/';

const isWithin = (target: string, path: string): boolean => {
  const wanted = pathOf(target);
  return wanted === path || wanted.startsWith(path.endsWith('/') ? path : `${path}/`);
};

/** Keeps cookies as a browser does (RFC 6265 5.3, 5.4), as long as the client of a test exists. */
export class CookieJar {
  readonly #kept = new Map<string, Kept>();

  /** Keeps the cookies of `Set-Cookie` fields that came from `from`. */
  keep(fields: readonly string[], from: CookieTarget): void {
    const host = hostName(from.host);
    for (const field of fields) {
      const { name, value = '', maxAge, expires, ...set } = parseSetCookie(field, { decode: (text) => text });
      const domain = set.domain?.replace(/^\./, '').toLowerCase() || host;
      const secure = set.secure === true;
      if (!isBelow(host, domain) || (secure && !isSafe(from))) continue;
      const path = set.path?.startsWith('/') === true ? set.path : defaultPath(from.target);
      const ends = maxAge === undefined ? (expires?.getTime() ?? Number.POSITIVE_INFINITY) : Date.now() + maxAge * 1000;
      const key = [name, domain, path].join(';');
      if (ends <= Date.now()) this.#kept.delete(key);
      else this.#kept.set(key, { name, raw: value, domain, below: Boolean(set.domain), path, secure, ends });
    }
  }

  /** The pairs to send to `to`, longer paths first, without the names in `except`. */
  pairs(to: CookieTarget, except: Readonly<Record<string, string>>): string[] {
    const host = hostName(to.host);
    return [...this.#kept.values()]
      .filter(
        ({ name, domain, below, path, secure, ends }) =>
          !Object.hasOwn(except, name) &&
          (below ? isBelow(host, domain) : host === domain) &&
          isWithin(to.target, path) &&
          (!secure || isSafe(to)) &&
          ends > Date.now(),
      )
      .toSorted((one, other) => other.path.length - one.path.length)
      .map(({ name, raw }) => `${name}=${raw}`);
  }
}
