import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { type Check, defineRule, type RuleCall, type RuleDefinition, refuseOption, textRule } from './definition.ts';
import { ipaddr, isEmail, isLive, isPublicName, isUrl, takesMail } from './hosts.ts';

// RFC 5321 4.5.3.1.3: a path has at most 256 bytes, including its angle brackets.
const longest = 254;
// A quoted local part may contain anything, also markup and line breaks. The other characters are invisible, or change the direction of
// writing.
const unsafeInMail = /["\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

// The form of nearly every address. It is valid in every mode, and ten times faster to recognise. No part of it is too long where the whole
// has 64 characters at most.
const plain = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;
const longestPlain = 64;

// rfc: the checks of every mode. strict: also a dot in the domain. filter: also only ASCII. dns: also a domain that accepts mail.
const modes = ['rfc', 'strict', 'filter', 'dns'];

const notAscii = /[^\u0000-\u007f]/;

const email = defineRule({
  name: 'email',
  compile: (call): Check => {
    const wanted = call.parameters.map((parameter) => parameter.trim());
    const bad = wanted.find((mode) => !modes.includes(mode));
    if (bad !== undefined) refuseOption(call, bad, modes);
    const ascii = wanted.includes('filter');
    const strict = ascii || wanted.includes('strict');
    const options = { require_tld: strict, allow_underscores: !strict };
    const holds = (value: unknown): value is string => {
      if (typeof value !== 'string' || value.length > longest) return false;
      if (value.length <= longestPlain && plain.test(value)) return true;
      if (unsafeInMail.test(value)) return false;
      if (notAscii.test(value) && (ascii || Buffer.byteLength(value) > longest)) return false;
      return isEmail().default(value, options);
    };
    if (!wanted.includes('dns')) return holds;
    return (value, scope) => {
      const domain = holds(value) ? domainToASCII(value.slice(value.lastIndexOf('@') + 1)) : '';
      return isPublicName(domain) && takesMail(domain, scope);
    };
  },
});

/** E-mail addresses without display name, comments or quotes; `email:dns` also asks name servers. */
export const emailRules: readonly RuleDefinition[] = [email];

const options = {
  require_protocol: true,
  require_valid_protocol: false,
  require_host: true,
  require_tld: false,
  allow_underscores: true,
  allow_trailing_dot: true,
  // "http://bank.example@evil.example" leads to evil.example.
  disallow_auth: true,
  max_allowed_length: 2048,
};

const scheme = /^([A-Za-z][A-Za-z\d+.-]*):\/\//;
// Schemes whose addresses are code that browsers run.
const running = new Set(['javascript', 'vbscript']);
// Spaces, control characters, characters that change the direction of writing, unpaired surrogates, and the backslash, which browsers read
// as a slash.
const unsafeInUrl = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\\]/u;

type SchemeTest = (scheme: string) => boolean;

const schemesOf = (call: RuleCall): SchemeTest => {
  const wanted = call.parameters.map((parameter) => parameter.trim().toLowerCase());
  const bad = wanted.find((name) => !/^[a-z][a-z\d+.-]*$/.test(name));
  if (bad !== undefined) call.fail(`"${bad}" is no scheme of an address`);
  return wanted.length === 0 ? (name) => !running.has(name) : (name) => wanted.includes(name);
};

const isAddress = (value: unknown, allows: SchemeTest): value is string => {
  if (typeof value !== 'string' || value.length > options.max_allowed_length || unsafeInUrl.test(value)) return false;
  const name = scheme.exec(value)?.[1];
  return name !== undefined && allows(name.toLowerCase()) && isUrl().default(value, options);
};

/** The host of an address, in the form that browsers use: lower case, Punycode, numbers such as 0x7f.1 as the address they are. */
const hostOf = (url: string): string => {
  const authority = url.replace(scheme, 'http://');
  return URL.canParse(authority) ? new URL(authority).hostname : '';
};

const url = defineRule({
  name: 'url',
  deprecated: ['full_url'],
  compile: (call) => {
    const allows = schemesOf(call);
    return (value) => isAddress(value, allows);
  },
});

const activeUrl = defineRule({
  name: 'active_url',
  last: true,
  compile: (call): Check => {
    const allows = schemesOf(call);
    return (value, scope) => {
      const host = isAddress(value, allows) ? hostOf(value) : '';
      return isPublicName(host) && isLive(host, scope);
    };
  },
});

/**
 * Addresses with scheme and host. `url` allows any scheme except those that run code, or only the listed ones (`url:http,https`).
 * `active_url` also asks name servers. No rule fetches the address.
 */
export const urlRules: readonly RuleDefinition[] = [url, activeUrl];

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

/** Rules for IP and MAC addresses. */
export const networkRules: readonly RuleDefinition[] = [
  textRule('ip', (text) => versionOf(text) !== null),
  textRule('ipv4', (text) => versionOf(text) === 4),
  textRule('ipv6', (text) => versionOf(text) === 6),
  textRule('mac_address', (text) => mac.test(text), { aliases: ['mac'] }),
];
