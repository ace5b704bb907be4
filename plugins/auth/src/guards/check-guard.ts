import { type Duration, didYouMean, seconds } from '@taproot/core';
import {
  defaultProvider,
  type GuardConfig,
  type JwtGuardConfig,
  jwtDefaults,
  type TokenGuardConfig,
  tokenDefaults,
} from '../config.ts';
import { requireSetting } from '../require-setting.ts';
import { algorithms } from '../tokens/jwt-keys.ts';

const keys = ['driver', 'provider', ...new Set([...Object.keys(jwtDefaults), ...Object.keys(tokenDefaults)])];

/** Seconds of a hundred years: what is longer overflows a date, and is a mistake. */
const longest = 3_153_600_000;

/** Whether a token may live so many seconds. */
export const isLifetime = (value: number): boolean => value > 0 && value <= longest;

const lifetimeOf = (value: Duration, setting: string): number => {
  const lifetime = seconds(value, `auth.${setting}`);
  requireSetting(isLifetime(lifetime), setting, value, 'a time above 0, such as 3600 (seconds) or "15m"');
  return Math.ceil(lifetime);
};

/** The defaults stand under guards that the application adds, too; so their keys are checked here. */
const checkNames = (guard: string, config: GuardConfig): void => {
  for (const key of Object.keys(config)) {
    const hint = didYouMean(key, keys);
    requireSetting(keys.includes(key), `guards.${guard}.${key}`, 'set', `the keys ${keys.join(', ')}`, hint);
  }
};

/** The settings of a `jwt` guard, complete; times are in seconds. */
export interface JwtSettings extends Required<JwtGuardConfig> {
  readonly lifetime: number;
  readonly refresh_lifetime: number;
  readonly leeway: number;
}

/** The settings of a `jwt` guard, complete; what means nothing is `E_AUTH_SETTING`. */
export const jwtSettings = (guard: string, config: JwtGuardConfig): JwtSettings => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...jwtDefaults, ...config };
  const { algorithm } = settings;
  const at = (key: string): string => `guards.${guard}.${key}`;
  const leeway = seconds(settings.leeway, `auth.${at('leeway')}`);
  requireSetting(leeway >= 0 && leeway <= 60, at('leeway'), leeway, 'seconds, from 0 to 60');
  requireSetting(algorithms.includes(algorithm), at('algorithm'), algorithm, `one of ${algorithms.join(', ')}`);
  const lifetime = lifetimeOf(settings.lifetime, at('lifetime'));
  return {
    ...settings,
    leeway,
    lifetime,
    refresh_lifetime: lifetimeOf(settings.refresh_lifetime, at('refresh_lifetime')),
  };
};

/** The settings of a `token` guard, complete; the lifetime is in seconds. */
export interface TokenSettings extends Required<TokenGuardConfig> {
  readonly lifetime: number | null;
}

/** The settings of a `token` guard, complete; what means nothing is `E_AUTH_SETTING`. */
export const tokenSettings = (guard: string, config: TokenGuardConfig): TokenSettings => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...tokenDefaults, ...config };
  const { lifetime } = settings;
  return { ...settings, lifetime: lifetime === null ? null : lifetimeOf(lifetime, `guards.${guard}.lifetime`) };
};
