import { parseSetCookie } from 'cookie';

/** The parts of a request's address that cookies depend on. */
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
  /** Whether hosts below the domain get it too. */
  readonly below: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since 1970; Infinity for the length of a session. */
  readonly ends: number;
}

const hostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

const pathOf = (target: string): string => target.replace(/[?#].*$/s, '');

// Browsers take a page of this machine for safe, without TLS.
const isSafe = ({ host, secure }: CookieTarget): boolean =>
  secure || /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostName(host));

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

// RFC 6265 5.1.4.
const defaultPath = (target: string): string => pathOf(target).replace(/\/[^/]*$/, '') || '/';

const isWithin = (target: string, path: string): boolean => {
  const wanted = pathOf(target);
  return wanted === path || wanted.startsWith(path.endsWith('/') ? path : `${path}/`);
};

/** Keeps cookies as a browser does (RFC 6265 5.3, 5.4), for as long as the client of a test lives. */
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
