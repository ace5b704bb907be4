import { withDeadline } from '@taproot/core/plugin';
import type { HostResolver, Scope } from '../../rule/scope.ts';
import { isPublicAddress } from './public-host.ts';

/** A resolver that also knows the hosts taking mail for a domain (MX records); rejects when there are none. */
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

/** Whether a host name resolves to public addresses only. A name server that fails or is slow, and look-ups beyond ten, say no. */
export const isLive = async (host: string, scope: Scope): Promise<boolean> => {
  const { resolver } = scope.services;
  const addresses = await lookUp('host', host, (name, signal) => resolver.resolve(name, signal), scope);
  return addresses.length > 0 && addresses.every(isPublicAddress);
};

/** Whether somebody takes mail for a domain: a mail host, or the domain's own address (RFC 5321 5.1). */
export const takesMail = async (domain: string, scope: Scope): Promise<boolean> => {
  const { resolver } = scope.services;
  const hosts = knowsMail(resolver)
    ? lookUp('mail', domain, (name, signal) => resolver.mail(name, signal), scope)
    : none;
  const addresses = lookUp('host', domain, (name, signal) => resolver.resolve(name, signal), scope);
  const [mail, own] = await Promise.all([hosts, addresses]);
  // A single host without a name says that the domain takes no mail (RFC 7505).
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
