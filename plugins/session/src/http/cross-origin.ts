import type { Context, FrameworkError } from '@taproot/core';
import { errors } from '../errors.ts';

/** RFC 9110, 9.2.1: they change nothing. */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may change something. */
export const isUnsafe = (method: string): boolean => !safe.has(method);

/** The host of an origin; null for `null`, for anything with a path or a user, and for any other text. */
const hostOf = (origin: string): string | null => {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  return url.origin === origin ? url.host : null;
};

/** The host of the request in the same form: without the port that is the default of this scheme. */
const ownHost = (ctx: Context, scheme: string): string | null => {
  const own = `${scheme}//${ctx.request().host()}`;
  return URL.canParse(own) ? new URL(own).host : null;
};

/**
 * Why a request that changes something is refused; null lets it pass, `unknown` means that the request does not say where it comes from. The algorithm is that of `CrossOriginProtection` in Go 1.25: browsers
 * say by `Sec-Fetch-Site` where a request comes from; `same-site` is refused, too, because another host of the domain may be in other
 * hands. Browsers that do not say it send `Origin`, which must be the host of the request. A request with neither
 * does not come from a browser of the last years.
 */
export const crossOrigin = (ctx: Context, trusted: readonly string[]): FrameworkError | 'unknown' | null => {
  const request = ctx.request();
  if (!isUnsafe(request.method())) return null;
  const [site, origin] = [request.header('sec-fetch-site'), request.header('origin')];
  if (site === 'same-origin' || site === 'none') return null;
  if (site === '' && origin === '') return 'unknown';
  if (trusted.includes(origin)) return null;
  if (site !== '') return errors.E_CROSS_ORIGIN({ reason: `Sec-Fetch-Site is ${JSON.stringify(site.slice(0, 40))}` });
  const host = hostOf(origin);
  // The scheme of the origin: a proxy may have ended TLS without saying so.
  if (host !== null && host === ownHost(ctx, new URL(origin).protocol)) return null;
  return errors.E_CROSS_ORIGIN({ reason: `Origin is ${JSON.stringify(origin.slice(0, 100))}` });
};
