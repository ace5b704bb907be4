import type { Application } from '@taproot/core';
import type { GuardConfig, JwtGuardConfig, TokenGuardConfig } from '../config.ts';
import { lazyRows } from '../open-rows.ts';
import type { UserProvider } from '../providers/user-provider.ts';
import type { GuardStore } from '../revocation/guard-store.ts';
import { Challenge } from '../tokens/challenge.ts';
import { JwtCodec } from '../tokens/jwt-codec.ts';
import { checkKeys, jwtKeys } from '../tokens/jwt-keys.ts';
import { jwtSettings, tokenSettings } from './check-guard.ts';
import { describeJwt, describeToken } from './describe-guard.ts';
import type { Guard } from './guard.ts';
import { JwtGuard } from './jwt-guard.ts';
import { TokenGuard } from './token-guard.ts';

/** The parts from which a guard is created. */
export interface GuardParts {
  readonly app: Application;
  readonly name: string;
  readonly provider: UserProvider;
  readonly revocation: GuardStore;
}

export const isJwt = (config: GuardConfig): config is JwtGuardConfig => config.driver === 'jwt';
export const isToken = (config: GuardConfig): config is TokenGuardConfig => config.driver === 'token';

/** A guard of signed tokens. Settings and given keys are checked at once, a missing secret where it is needed. */
export const jwtGuard = ({ app, name, provider, revocation }: GuardParts, config: JwtGuardConfig): Guard => {
  const settings = jwtSettings(name, config);
  const { lifetime, refresh_lifetime, leeway, algorithm, issuer, audience } = settings;
  checkKeys(app, name, settings);
  const challenge = new Challenge(app);
  const codec = () =>
    new JwtCodec({ guard: name, algorithm, issuer, audience, challenge, keys: jwtKeys(app, name, settings) });
  const times = { lifetime, refreshLifetime: refresh_lifetime, leeway };
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
