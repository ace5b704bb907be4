import type { Context } from '@taproot/core';
import type { PresenceVerifier } from '@taproot/core/plugin';
import type { Data } from '../data.ts';

/** Looks up the addresses of a host name; rejects when there are none. `signal` ends the wait. */
export interface HostResolver {
  /** Addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The services that rules may use; injected, so that tests control clock, database and DNS. */
export interface Services {
  /** Milliseconds since 1970. */
  now(): number;
  /** Null when no plugin contributed one: `exists` and `unique` then reject with `E_PRESENCE_MISSING`. */
  readonly presence: PresenceVerifier | null;
  /** Looks up hosts for `active_url` and `email:dns`. */
  readonly resolver: HostResolver;
}

/**
 * The surroundings of a check. One object serves a whole run and moves from field to field: an asynchronous check must read
 * what it needs before its first await.
 */
export interface Scope {
  /** The whole input. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Keys from the root to the field under validation, wildcards replaced. */
  readonly path: readonly (string | number)[];
  /** The request; null outside HTTP. */
  readonly ctx: Context | null;
  /** Language of the messages, a BCP 47 tag. */
  readonly locale: string;
  /** Clock, database and name servers. */
  readonly services: Services;
  /** The input as custom rules see it. */
  readonly data: Data;
  /** Something kept for this run under `token` (use `call.token`): values seen by `distinct`, a batch of queries. */
  state<Value>(token: object, make: () => Value): Value;
}
