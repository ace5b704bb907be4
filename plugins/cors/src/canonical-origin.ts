import { errors } from './errors.ts';
import { show } from './show.ts';

const scheme = /^[a-z][a-z\d+.-]*:\/\//i;

/** Why `host` cannot be the host of an origin (RFC 6454 6.2); null when it can. */
const hostFault = (host: string): string | null => {
  if (host === '') return 'it has no host';
  if (host.indexOf('/') === host.length - 1) return 'it ends in a slash';
  if (/[/\\?#]/.test(host)) return 'it has a path or query';
  if (host.includes('@')) return 'it has a user name';
  if (/[\s,]/.test(host)) return 'it holds a space or comma';
  if (host.includes('*')) return '"*" may only stand before the host, as in "https://*.example.com"';
  return null;
};

const serialized = (origin: string): string | null => {
  if (!/^https?:/i.test(origin)) return origin.toLowerCase();
  return URL.canParse(origin) ? new URL(origin).origin : null;
};

/**
 * An origin as browsers send it: lower case, without the default port, with an ASCII host. Schemes of applications, such as
 * `capacitor://localhost`, are accepted too. Errors quote `entry`.
 * @throws E_CORS_ORIGIN for an invalid origin.
 */
export const canonicalOrigin = (origin: string, entry = origin): string => {
  const refuse = (reason: string) => errors.E_CORS_ORIGIN({ origin: show(entry), reason });
  if (origin === 'null') throw refuse('every sandboxed frame and local file has it');
  const start = scheme.exec(origin)?.[0];
  if (start === undefined) throw refuse('it has no scheme');
  const fault = hostFault(origin.slice(start.length));
  if (fault !== null) throw refuse(fault);
  const canonical = serialized(origin);
  if (canonical === null) throw refuse('its host or port is not valid');
  return canonical;
};
