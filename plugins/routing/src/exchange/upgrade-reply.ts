import type { UpgradeAccept } from '@taproot/core/internal';
import type { HeaderBag } from '../response/header-bag.ts';
import { Reply } from './reply.ts';

/** The response of `upgrade()`: other code gets the connection and writes the head. */
export class UpgradeReply extends Reply {
  readonly accept: UpgradeAccept;

  constructor(bag: HeaderBag, accept: UpgradeAccept) {
    super(bag, 101, null, '');
    this.accept = accept;
  }
}

/** The facts that decide whether a page may open a connection. */
export interface PageAccess {
  /** The header `Origin`; empty without one. */
  readonly origin: string;
  /** The value of `Access-Control-Allow-Origin`, which CORS has set. */
  readonly allowed: unknown;
  /** Whether the request has cookies, or a password of HTTP authentication. */
  readonly hasCredentials: boolean;
  /** The hosts of the application, with their ports. */
  readonly hosts: readonly string[];
}

/** The host of a URL with its port; null for an origin without one, such as `null`. */
export const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

/** Whether the page must not open a connection. Browsers send the cookies of the user with it, and apply no CORS. */
export const isForeign = ({ origin, allowed, hasCredentials, hosts }: PageAccess): boolean => {
  if (origin === '' || allowed === origin) return false;
  // `*` allows what every site may do: a request without credentials.
  if (allowed === '*' && !hasCredentials) return false;
  const host = hostOf(origin);
  return host === null || !hosts.includes(host);
};
