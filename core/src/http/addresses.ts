import type { IncomingMessage } from 'node:http';

// An address has a second side only if it has `::`.
const groupsOf = (side = ''): string[] => (side === '' ? [] : side.split(':'));

/**
 * The key for counting requests of a canonical address, such as `ctx.request().ip()`. IPv6 addresses count by their /64, because a client
 * usually owns the whole /64.
 */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const [left, right] = address.split('::');
  const [before, after] = [groupsOf(left), groupsOf(right)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
};

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const loopbackAddress = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;

/** Headers that only a proxy adds. A request with one may come from another machine. */
const relayed = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'x-host',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
];

/** The `Host` header, if there is exactly one. */
const hostOf = ({ rawHeaders }: IncomingMessage): string => {
  const [host = '', ...more] = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host',
  );
  return more.length === 0 ? host : '';
};

/**
 * Whether a browser sends this request for one of our pages. A page of another site may link to our address, but may not load it in any
 * other way. Browsers set these headers themselves, so no page can forge them.
 */
const isSamePage = ({ headers, method }: IncomingMessage, host: string): boolean => {
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
};

/**
 * Whether a request comes from a browser or a program on this machine. Pages that others must not see ask this. The request must come from
 * a loopback address, name this machine as its host, pass no proxy, and not come from a page of another site.
 */
export const isLocalRequest = (req: IncomingMessage): boolean => {
  if (!loopbackAddress.test(req.socket.remoteAddress ?? '')) return false;
  // Against DNS rebinding: another site's name may resolve to this machine.
  const host = hostOf(req);
  if (!loopbackHost.test(host)) return false;
  if (relayed.some((name) => name in req.headers)) return false;
  return isSamePage(req, host);
};
