import type { Application } from '@taproot/core';
import { sparseReport } from '@taproot/core/plugin';
import type { GuardConfig, JwtGuardConfig, SessionGuardConfig, TokenGuardConfig } from '../config.ts';
import { lazyRows } from '../open-rows.ts';
import type { UserProvider } from '../providers/user-provider.ts';
import type { GuardStore } from '../revocation/guard-store.ts';
import { Challenge } from '../tokens/challenge.ts';
import { JwtCodec } from '../tokens/jwt-codec.ts';
import { checkKeys, jwtKeys } from '../tokens/jwt-keys.ts';
import { jwtSettings, sessionGuardSettings, tokenSettings } from './check-guard.ts';
import { describeJwt, describeToken } from './describe-guard.ts';
import type { Guard } from './guard.ts';
import { JwtGuard } from './jwt-guard.ts';
import { RememberTokens } from './remember-tokens.ts';
import { SessionGuard } from './session-guard.ts';
import { TokenGuard } from './token-guard.ts';

/** The parts from which a guard is created. */
export interface GuardParts {
  readonly app: Application;
  readonly name: string;
  readonly provider: UserProvider;
  readonly revocation: GuardStore;
  /** Whether the application relies on the guard: it is the default guard, or config/auth.ts or a route names it. */
  readonly required: boolean;
}

export const isJwt = (config: GuardConfig): config is JwtGuardConfig => config.driver === 'jwt';
export const isSession = (config: GuardConfig): config is SessionGuardConfig => config.driver === 'session';
export const isToken = (config: GuardConfig): config is TokenGuardConfig => config.driver === 'token';

/**
 * Creates a guard of signed tokens. Checks settings and keys at once, but finds a missing secret only when the guard is used. It does not
 * check the keys of an unused guard, because `JWT_SECRET` may belong to an older application.
 */
export const jwtGuard = ({ app, name, provider, revocation, required }: GuardParts, config: JwtGuardConfig): Guard => {
  const settings = jwtSettings(name, config);
  const { lifetime, refresh_lifetime, refresh_grace, leeway, algorithm, issuer, audience } = settings;
  const challenge = new Challenge(app);
  if (required) checkKeys(app, name, settings);
  const codec = () => {
    if (!required) checkKeys(app, name, settings);
    return new JwtCodec({ guard: name, algorithm, issuer, audience, challenge, keys: jwtKeys(app, name, settings) });
  };
  const times = { lifetime, refreshLifetime: refresh_lifetime, refreshGrace: refresh_grace, leeway };
  const description = () => describeJwt(app);
  return new JwtGuard({ name, provider, revocation, challenge, codec, description, ...times });
};

/** A guard of random tokens in a table. */
export const tokenGuard = ({ app, name, provider }: GuardParts, config: TokenGuardConfig): Guard => {
  const { lifetime, table, connection } = tokenSettings(name, config);
  const challenge = new Challenge(app);
  const rows = lazyRows(app, connection, `auth.guards.${name}`);
  const report = (error: unknown): void => app.report(error, { where: 'auth' });
  return new TokenGuard({
    name,
    provider,
    challenge,
    description: () => describeToken(app),
    rows,
    table,
    report,
    lifetime,
  });
};

/** A guard that keeps the login in the session. */
export const sessionGuard = ({ app, name, provider }: GuardParts, config: SessionGuardConfig): Guard => {
  const { remember, login_page: loginPage, table, connection } = sessionGuardSettings(name, config);
  const report = sparseReport((error) => app.report(error, { where: 'auth', warning: true }));
  const rows = lazyRows(app, connection, `auth.guards.${name}`);
  const tokens =
    remember === null ? null : new RememberTokens({ guard: name, rows, table, lifetime: remember, report });
  return new SessionGuard({ app, name, provider, remember: tokens, loginPage, report });
};
