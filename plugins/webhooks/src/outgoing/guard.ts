import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { errors } from '../errors.ts';

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The name service of the machine. */
export const systemResolve: Resolve = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address);

// https://www.iana.org/assignments/iana-ipv4-special-registry and the one for IPv6.
const special: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const specialV4 = new BlockList();
for (const [net, bits] of special) specialV4.addSubnet(net, bits, 'ipv4');

// Of IPv6 only the space of public addresses is allowed, without documentation and the tunnels that carry IPv4 inside.
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
specialV6.addSubnet('2001::', 23, 'ipv6');
specialV6.addSubnet('2001:db8::', 32, 'ipv6');
specialV6.addSubnet('2002::', 16, 'ipv6');
specialV6.addSubnet('3fff::', 20, 'ipv6');

/** Whether an address is one of the internet, and not of this machine, of a network, or of a cloud's metadata. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !specialV4.check(address, 'ipv4');
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
};

/** The address inside the brackets of an IPv6 host; other hosts stay. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Reads the address of an endpoint. `URL` writes hosts such as 2130706433, 0x7f.1 and 017700000001 as the IPv4 address that they are.
 * @throws E_WEBHOOK_URL
 */
export const endpointUrl = (text: string, allowed: readonly string[]): URL => {
  const refuse = (reason: string): Error => errors.E_WEBHOOK_URL({ url: JSON.stringify(text), reason });
  if (text.length > 2000) throw refuse('it has more than 2000 characters');
  if (!URL.canParse(text)) throw refuse('it is no address');
  const url = new URL(text);
  const isAllowed = allowed.includes(url.hostname);
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    throw refuse('it must begin with https://');
  if (url.username !== '' || url.password !== '') throw refuse('it must have no user and no password');
  const host = bare(url.hostname);
  if (!isAllowed && isIP(host) !== 0 && !isPublic(host)) throw refuse(`${host} is not a public address`);
  url.hash = '';
  return url;
};

/**
 * A `lookup` for the connection of a request. Node connects to the addresses that it gives, so the checked address is the dialled one. If
 * one address of a host is not public, none of them is used.
 */
export const guardedLookup = (resolve: Resolve, allowed: readonly string[]): LookupFunction => {
  return (host, options, done) => {
    const find = async (): Promise<readonly { address: string; family: number }[]> => {
      const addresses = await resolve(host);
      const inside = allowed.includes(host) ? undefined : addresses.find((one) => !isPublic(one));
      if (inside !== undefined) throw errors.E_WEBHOOK_PRIVATE({ host, address: inside });
      if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' });
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    const answer = async (): Promise<void> => {
      let found: Awaited<ReturnType<typeof find>>;
      try {
        found = await find();
      } catch (error) {
        return done(error as NodeJS.ErrnoException, '');
      }
      const [first] = found;
      if (options.all === true) done(null, [...found]);
      else done(null, first?.address ?? '', first?.family);
    };
    void answer();
  };
};
