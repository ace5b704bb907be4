import { ipaddr } from '../../late-packages.ts';

// Names that never leave a network or a machine: RFC 6761, 6762, 7686, 8375, 9476, and what routers and clouds make up.
const internal = new Set(
  'localhost local internal intranet private corp home lan localdomain test invalid example onion alt arpa'.split(' '),
);

/** Whether a host name can mean a machine on the public internet: several labels, and not an internal name or an address. */
export const isPublicName = (host: string): boolean => {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !internal.has(last) && !ipaddr().isValid(host.replace(/^\[|\]$/g, ''));
};

/** Whether an address is reachable from everywhere: not private, loopback, link-local, multicast or reserved. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr().isValid(address)) return false;
  const parsed = ipaddr().process(address);
  if (parsed.range() !== 'rfc6052') return parsed.range() === 'unicast';
  // NAT64 carries the IPv4 address in its last four bytes (RFC 6052 2.2).
  return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
};
