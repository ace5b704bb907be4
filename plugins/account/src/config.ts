import { inspect } from 'node:util';
import type { Duration } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { durations, orNull, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A site that speaks OpenID Connect, such as Google. */
export interface OidcProviderConfig {
  /** OpenID Connect. */
  driver: 'oidc';
  /** The address of the provider, such as `https://accounts.google.com`. Its settings are read from there. */
  issuer: string;
  /** The id of your application at the provider. Empty: the provider is not offered. */
  client_id: string;
  /** The secret of your application at the provider. */
  client_secret: string;
  /** Scopes; `openid`, `email` and `profile` by default. */
  scopes?: readonly string[];
  /** Its name on buttons; by default that of the configuration with a capital letter. */
  title?: string;
}

/** GitHub, which speaks OAuth 2 and has no identity tokens. */
export interface GitHubProviderConfig {
  /** GitHub. */
  driver: 'github';
  /** The id of your application at GitHub. Empty: GitHub is not offered. */
  client_id: string;
  /** The secret of your application at GitHub. */
  client_secret: string;
  /** The address of a GitHub Enterprise server; `https://github.com` by default. */
  url?: string;
  /** The address of its API; `https://api.github.com` by default. */
  api?: string;
  /** Its name on buttons; `GitHub` by default. */
  title?: string;
}

/** A site with which people sign in. */
export type ProviderConfig = OidcProviderConfig | GitHubProviderConfig;

/** The `account` configuration: two factors, passkeys, and sign-in with other sites. */
export interface AccountConfig {
  /** The name that authenticator apps and passkeys show; null (default) for `app.name`. */
  title: string | null;
  /** Named connection of the tables; null (default) for the default one. */
  connection: string | null;
  /** How far the clock of a phone may differ, in steps of 30 seconds; 1 by default, at most 2. */
  drift: number;
  /** Recovery codes that a user gets; 10 by default. */
  recovery_codes: number;
  /** Time that another site may take to answer; 10 seconds by default. */
  timeout: Duration;
  /** The sites with which people sign in, by name; none by default. */
  providers: Record<string, ProviderConfig>;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/account.ts: two factors, passkeys, sign-in with other sites. */
    account: AccountConfig;
  }
}

export const accountDefaults = (): Settings<AccountConfig> =>
  orNull(
    durations<AccountConfig>(
      {
        title: null,
        connection: null,
        drift: 1,
        recovery_codes: 10,
        timeout: 10,
        providers: openRecord<AccountConfig['providers']>({}),
      },
      'timeout',
    ),
    'title',
    'connection',
  );

/** Hosts of this machine: a provider that runs in a test needs no TLS. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether an address is of this machine and has no TLS. */
export const isLoopback = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && loopback.has(hostname);
};

const isSafe = (address: string): boolean =>
  URL.canParse(address) && (new URL(address).protocol === 'https:' || isLoopback(address));

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_ACCOUNT_SETTING
 */
export const checkConfig = ({ drift, recovery_codes, timeout, providers }: Settings<AccountConfig>): void => {
  const require = (holds: boolean, setting: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_ACCOUNT_SETTING({ setting, value: inspect(value), expected });
  };
  require(Number.isInteger(drift) && drift >= 0 && drift <= 2, 'account.drift', drift, '0, 1 or 2');
  const isCount = Number.isInteger(recovery_codes) && recovery_codes >= 1 && recovery_codes <= 100;
  require(isCount, 'account.recovery_codes', recovery_codes, 'a whole number from 1 to 100');
  require(timeout > 0, 'account.timeout', timeout, 'a time above 0');
  for (const [name, provider] of Object.entries(providers)) {
    const at = `account.providers.${name}`;
    require(/^[a-z][a-z\d-]*$/.test(name), at, name, 'a name of lower-case letters, digits and "-"');
    const addresses =
      provider.driver === 'oidc' ? { issuer: provider.issuer } : { url: provider.url, api: provider.api };
    for (const [key, address] of Object.entries(addresses))
      if (address !== undefined) require(isSafe(address), `${at}.${key}`, address, 'an https address');
  }
};
