import { isIP } from 'node:net';
import type { IPv4, IPv6 } from 'ipaddr.js';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { ipaddr } from '../lazy-packages.ts';

/** Whether the canonical `address`, `hop` steps before this server (0 = the peer), is a trusted proxy. */
export type ProxyTrust = (address: string, hop: number) => boolean;

type Range = [IPv4 | IPv6, number];

const parseRange = (proxy: string): Range => {
  const [address = '', bits, ...rest] = proxy.split('/');
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits);
  const valid = bits === undefined || /^\d{1,3}$/.test(bits);
  if (family === 0 || !valid || prefix > width || rest.length > 0) throw errors.E_TRUSTED_PROXY({ proxy });
  const { IPv6, parse } = ipaddr();
  const parsed = parse(address);
  // Peers are compared in canonical form, where IPv4 inside IPv6 is IPv4.
  if (parsed instanceof IPv6 && parsed.isIPv4MappedAddress() && prefix >= 96)
    return [parsed.toIPv4Address(), prefix - 96];
  return [parsed, prefix];
};

const byCount = (proxies: number): ProxyTrust | null => {
  if (!Number.isInteger(proxies) || proxies < 0) throw errors.E_TRUSTED_PROXY({ proxy: proxies });
  return proxies === 0 ? null : (_address, hop) => hop < proxies;
};

/**
 * The function for `http.trusted_proxies`; null when no proxy is trusted.
 * @throws E_TRUSTED_PROXY for an invalid range.
 */
export const createProxyTrust = (proxies: HttpSettings['trusted_proxies']): ProxyTrust | null => {
  if (typeof proxies === 'number') return byCount(proxies);
  const ranges = proxies.map(parseRange);
  if (ranges.length === 0) return null;
  const { parse } = ipaddr();
  return (address) => {
    if (address === '') return false;
    const parsed = parse(address);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
};
