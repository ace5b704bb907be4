import type { IncomingMessage } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { canonicalAddress } from './address.ts';
import { isHost } from './host.ts';
import { createProxyTrust } from './trusted-proxies.ts';

/** How the client reached the application: `host` with its port if it named one, `proto` `http` or `https`. */
export interface Forwarded {
  readonly host: string;
  readonly proto: 'http' | 'https';
}

/**
 * The last value of a header that may be a list. The nearest proxy wrote it. A proxy that appends its value leaves the client's values to
 * the left.
 */
const last = (value: string | readonly string[]): string => {
  const text = typeof value === 'string' ? value : (value.at(-1) ?? '');
  return text.slice(text.lastIndexOf(',') + 1).trim();
};

type IsBelieved = (req: IncomingMessage) => boolean;

const createBelief = (proxies: HttpSettings['trusted_proxies']): IsBelieved | null => {
  const trusts = createProxyTrust(proxies);
  return trusts === null ? null : (req) => trusts(canonicalAddress(req.socket.remoteAddress ?? ''), 0);
};

const ownHost = (req: IncomingMessage): string => req.headers.host ?? '';

// Checks the value, because Bun has the member on every socket.
const ownProto = ({ socket }: IncomingMessage): Forwarded['proto'] =>
  'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';

const hostReader = (believes: IsBelieved | null): ((req: IncomingMessage) => string) => {
  if (believes === null) return ownHost;
  return (req) => {
    const value = req.headers['x-forwarded-host'];
    if (value === undefined || !believes(req)) return ownHost(req);
    const host = last(value);
    return isHost(host) ? host : ownHost(req);
  };
};

/** Makes the reader of the requested host: `X-Forwarded-Host` from a trusted proxy, otherwise `Host`. */
export const createHostReader = (proxies: HttpSettings['trusted_proxies']): ((req: IncomingMessage) => string) =>
  hostReader(createBelief(proxies));

/** Makes the reader of host and scheme; it believes `X-Forwarded-Host` and `-Proto` only from a trusted proxy. */
export const createForwarded = (proxies: HttpSettings['trusted_proxies']): ((req: IncomingMessage) => Forwarded) => {
  const believes = createBelief(proxies);
  const host = hostReader(believes);
  return (req) => {
    const value = req.headers['x-forwarded-proto'];
    if (believes === null || value === undefined || !believes(req)) return { host: host(req), proto: ownProto(req) };
    const proto = last(value).toLowerCase();
    return { host: host(req), proto: proto === 'https' || proto === 'http' ? proto : ownProto(req) };
  };
};
