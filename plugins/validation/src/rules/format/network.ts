import { isIPv4, isIPv6 } from 'node:net';
import { ipaddr } from '../../late-packages.ts';
import type { RuleDefinition } from '../../rule/rule.ts';
import { textRule } from './text-rule.ts';

/**
 * An IPv4 address within IPv6 (`::ffff:1.2.3.4`, RFC 4291 2.5.5.2) counts as version 4; a zone (`%eth0`) does not belong to
 * an address.
 */
const versionOf = (text: string): 4 | 6 | null => {
  if (isIPv4(text)) return 4;
  if (text.includes('%') || !isIPv6(text)) return null;
  return ipaddr().IPv6.parse(text).isIPv4MappedAddress() ? 4 : 6;
};

const mac = /^[\dA-Fa-f]{2}(?:[:-][\dA-Fa-f]{2}){5}$/;

/** Rules on addresses of networks and their devices. */
export const networkRules: readonly RuleDefinition[] = [
  textRule('ip', (text) => versionOf(text) !== null),
  textRule('ipv4', (text) => versionOf(text) === 4),
  textRule('ipv6', (text) => versionOf(text) === 6),
  textRule('mac_address', (text) => mac.test(text), { aliases: ['mac'] }),
];
