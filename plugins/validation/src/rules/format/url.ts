import { isUrl } from '../../late-packages.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition } from '../../rule/rule.ts';
import { isLive } from './look-up.ts';
import { isPublicName } from './public-host.ts';

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
// These run what follows instead of going there.
const running = new Set(['javascript', 'vbscript']);
// Blanks, controls, what turns the direction of writing, halves of pairs; browsers read a backslash as a slash.
const unsafe = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\\]/u;

type SchemeTest = (scheme: string) => boolean;

const schemesOf = (call: RuleCall): SchemeTest => {
  const wanted = call.parameters.map((parameter) => parameter.trim().toLowerCase());
  const bad = wanted.find((name) => !/^[a-z][a-z\d+.-]*$/.test(name));
  if (bad !== undefined) call.fail(`"${bad}" is no scheme of an address`);
  return wanted.length === 0 ? (name) => !running.has(name) : (name) => wanted.includes(name);
};

const isAddress = (value: unknown, allows: SchemeTest): value is string => {
  if (typeof value !== 'string' || value.length > options.max_allowed_length || unsafe.test(value)) return false;
  const name = scheme.exec(value)?.[1];
  return name !== undefined && allows(name.toLowerCase()) && isUrl().default(value, options);
};

/** Host of an address as a browser would ask for it: lower case, Punycode, numbers such as 0x7f.1 as the address they are. */
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
 * Addresses with scheme and host. Any scheme is allowed except those that run code, or only the named ones
 * (`url:http,https`). `active_url` also asks name servers; nothing is ever fetched.
 */
export const urlRules: readonly RuleDefinition[] = [url, activeUrl];
