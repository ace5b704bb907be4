import { isIPv4, isIPv6 } from 'node:net';
import { ipaddr } from '../lazy-packages.ts';

const mapped = '::ffff:';

/**
 * The canonical form of an address: IPv6 in lower case, compressed, without zone; IPv4 inside IPv6 as IPv4. Empty for anything else, also
 * for shortened or octal IPv4.
 */
export const canonicalAddress = (text: string): string => {
  if (isIPv4(text)) return text;
  // A socket that listens for both families shows an IPv4 peer in this form.
  if (text.startsWith(mapped) && isIPv4(text.slice(mapped.length))) return text.slice(mapped.length);
  if (!isIPv6(text)) return '';
  const zone = text.indexOf('%');
  return ipaddr()
    .process(zone === -1 ? text : text.slice(0, zone))
    .toString();
};
