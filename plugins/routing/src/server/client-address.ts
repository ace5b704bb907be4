import type { IncomingMessage } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { canonicalAddress } from './address.ts';
import { createProxyTrust, type ProxyTrust } from './trusted-proxies.ts';

export { createForwarded, type Forwarded } from './forwarded.ts';

// Caches one address, because behind a proxy the peer is always the same.
let last = { address: '', canonical: '' };

/** Canonical address of the other end of the socket; empty for sockets without one. */
const peerAddress = (req: IncomingMessage): string => {
  const address = req.socket.remoteAddress ?? '';
  if (address !== last.address) last = { address, canonical: canonicalAddress(address) };
  return last.canonical;
};

// `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]`, `[::1]:80`.
const entryAddress = (entry: string): string => {
  const text = entry.trim();
  if (text.startsWith('[')) return canonicalAddress(/^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '');
  const colon = text.indexOf(':');
  const port = colon !== -1 && colon === text.lastIndexOf(':');
  return canonicalAddress(port ? text.slice(0, colon) : text);
};

/**
 * Reads `X-Forwarded-For` from the right end, which our own proxies wrote, and stops at the first address that is not a trusted proxy. The
 * client may have written entries further left. It also stops before an entry that is not an address.
 */
const walk = (peer: string, forwardedFor: string, trusts: ProxyTrust): string => {
  let address = peer;
  let end = forwardedFor.length;
  for (let hop = 0; end > 0 && trusts(address, hop); hop++) {
    const comma = forwardedFor.lastIndexOf(',', end - 1);
    const next = entryAddress(forwardedFor.slice(comma + 1, end));
    if (next === '') return address;
    address = next;
    end = comma;
  }
  return address;
};

/** The addresses in `X-Forwarded-For` from the client's on; empty when the client is the peer. */
export const forwardedFrom = (req: IncomingMessage, client: string): string[] => {
  const addresses = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(entryAddress);
  const at = addresses.lastIndexOf(client);
  return at === -1 ? [] : addresses.slice(at);
};

// Long enough to be unique, short enough to store, and without characters that have a meaning in a shell, a log or a header.
const safeId = /^[A-Za-z0-9][\w.:-]{7,127}$/;

/**
 * Makes the reader of `X-Request-Id`. The reader returns null for an invalid id, and for a peer that is not a trusted proxy. If no proxy is
 * trusted, there is no reader: null.
 */
export const createSentId = (
  proxies: HttpSettings['trusted_proxies'],
): ((req: IncomingMessage) => string | null) | null => {
  const trusts = createProxyTrust(proxies);
  if (trusts === null) return null;
  return (req) => {
    const id = req.headers['x-request-id'];
    return typeof id === 'string' && safeId.test(id) && trusts(peerAddress(req), 0) ? id : null;
  };
};

/** Makes the reader of the client's canonical address; the address is empty when the socket has none and no trusted proxy names one. */
export const createClientAddress = (proxies: HttpSettings['trusted_proxies']): ((req: IncomingMessage) => string) => {
  const trusts = createProxyTrust(proxies);
  if (trusts === null) return peerAddress;
  return (req) => {
    const forwardedFor = req.headers['x-forwarded-for'];
    // Node joins repeated headers of this name with commas. Only the type allows a list.
    const list = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return walk(peerAddress(req), list ?? '', trusts);
  };
};
