import { isIPv6 } from 'node:net';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';

// Names that occur in practice, from RFC 3986 3.2.2: no escapes and none of `!$&'()*+,;=`, which only attacks use.
const hostAndPort = /^(?:[a-z\d_][\w.-]{0,254}|\[([\da-f:.]{2,45})\])(?::(\d{0,5}))?$/i;

/** Whether `text` is a host name or address, with or without port. */
export const isHost = (text: string): boolean => {
  const match = hostAndPort.exec(text);
  if (match === null) return false;
  const [, address, port = ''] = match;
  return (address === undefined || isIPv6(address)) && Number(port) <= 65_535;
};

/** The name in a valid host: lower case, without port and without the dot of the root. */
const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

const checkPattern = (pattern: string): string => {
  const host = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  if (!isHost(host) || hostName(host) !== host.toLowerCase()) throw errors.E_TRUSTED_HOST({ host: pattern });
  return pattern.toLowerCase();
};

/**
 * Whether a valid host is one of `http.trusted_hosts`, with any port; null if all hosts are trusted. `*.example.com` matches every name
 * below example.com, but not example.com. Throws `E_TRUSTED_HOST` for a pattern that can never match.
 */
export const createHostTrust = (patterns: HttpSettings['trusted_hosts']): ((host: string) => boolean) | null => {
  if (patterns.length === 0) return null;
  const checked = patterns.map(checkPattern);
  const names = new Set(checked.filter((pattern) => !pattern.startsWith('*')));
  const suffixes = checked.filter((pattern) => pattern.startsWith('*')).map((pattern) => pattern.slice(1));
  const matches = (host: string): boolean => {
    const name = hostName(host);
    return names.has(name) || suffixes.some((suffix) => name.length > suffix.length && name.endsWith(suffix));
  };
  // Caches the last host, because nearly all requests name the same one.
  let known = '';
  return (host) => {
    if (host === known) return host !== '';
    if (!matches(host)) return false;
    known = host;
    return true;
  };
};
