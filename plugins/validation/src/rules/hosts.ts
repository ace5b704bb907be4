import { Resolver } from 'node:dns/promises';
import { createRequire } from 'node:module';
import { lazy, withDeadline } from '@taproot/core/plugin';
import type Ipaddr from 'ipaddr.js';
import type IsEmail from 'validator/lib/isEmail.js';
import type IsUrl from 'validator/lib/isURL.js';
import type { HostResolver, Scope } from './definition.ts';

// Names for use inside of a network or machine: RFC 6761, 6762, 7686, 8375, 9476, and names that routers and clouds use.
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

/** A resolver that also finds the mail hosts of a domain (MX records); rejects when there are none. */
export interface MailResolver extends HostResolver {
  mail(domain: string, signal: AbortSignal): Promise<readonly string[]>;
}

type Ask = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The lookups of one run, by name, so that a validation asks for each name once. */
type Asked = Map<string, Promise<readonly string[]>>;

const token = Object.freeze({});
const mostLookUps = 10;
const seconds = 2;

const knowsMail = (resolver: HostResolver): resolver is MailResolver =>
  typeof (resolver as Partial<MailResolver>).mail === 'function';

/** Whether a host name resolves to public addresses only. False also if a name server fails or is slow, and after ten look-ups. */
export const isLive = async (host: string, scope: Scope): Promise<boolean> => {
  const { resolver } = scope.services;
  const addresses = await lookUp('host', host, (name, signal) => resolver.resolve(name, signal), scope);
  return addresses.length > 0 && addresses.every(isPublicAddress);
};

/** Whether a domain accepts mail: through a mail host, or at its own address (RFC 5321 5.1). */
export const takesMail = async (domain: string, scope: Scope): Promise<boolean> => {
  const { resolver } = scope.services;
  const hosts = knowsMail(resolver)
    ? lookUp('mail', domain, (name, signal) => resolver.mail(name, signal), scope)
    : none;
  const addresses = lookUp('host', domain, (name, signal) => resolver.resolve(name, signal), scope);
  const [mail, own] = await Promise.all([hosts, addresses]);
  // A single host with an empty name means that the domain accepts no mail (RFC 7505).
  if (mail.length > 0) return mail.some((name) => name !== '' && name !== '.');
  return own.length > 0;
};

const none: Promise<readonly string[]> = Promise.resolve([]);

const lookUp = (kind: string, host: string, ask: Ask, scope: Scope): Promise<readonly string[]> => {
  const asked = scope.state<Asked>(token, () => new Map());
  const key = `${kind} ${host.toLowerCase()}`;
  const known = asked.get(key);
  if (known !== undefined) return known;
  if (asked.size >= mostLookUps) return none;
  const answer = askInTime(host, ask);
  asked.set(key, answer);
  return answer;
};

const askInTime = async (host: string, ask: Ask): Promise<readonly string[]> => {
  const controller = new AbortController();
  try {
    return await withDeadline(ask(host, controller.signal), seconds, () => new Error('too late'));
  } catch {
    return [];
  } finally {
    controller.abort();
  }
};

/** Asks a name server, with its own deadline. Stops when the validation stops. */
const ask = async <Answer>(signal: AbortSignal, question: (resolver: Resolver) => Promise<Answer>): Promise<Answer> => {
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await question(resolver);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Asks the machine's name servers. Does not use `dns.lookup`, which would occupy the few threads for files. */
export const systemResolver: MailResolver = {
  resolve: (host, signal) =>
    ask(signal, async (resolver) => {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const [first] = answers;
      if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
      return addresses;
    }),
  mail: (domain, signal) =>
    ask(signal, async (resolver) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange)),
};

const require = createRequire(import.meta.url);

// Packages that only a few rules need. They are loaded with the first check.

export const ipaddr = lazy((): typeof Ipaddr => require('ipaddr.js'));
export const isEmail = lazy((): typeof IsEmail => require('validator/lib/isEmail.js'));
export const isUrl = lazy((): typeof IsUrl => require('validator/lib/isURL.js'));
