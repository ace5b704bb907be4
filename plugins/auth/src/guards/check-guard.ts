import { type Duration } from '@taproot/core';
import { didYouMean, seconds } from '@taproot/core/plugin';
import {
  defaultProvider,
  type GuardConfig,
  type JwtGuardConfig,
  jwtDefaults,
  type SessionGuardConfig,
  sessionGuardDefaults,
  type TokenGuardConfig,
  tokenDefaults,
} from '../config.ts';
import { requireSetting } from '../require-setting.ts';
import { algorithms } from '../tokens/jwt-keys.ts';

const defaults = [jwtDefaults, tokenDefaults, sessionGuardDefaults];
const keys = ['driver', 'provider', ...new Set(defaults.flatMap((each) => Object.keys(each)))];

/** 100 years in seconds. A longer lifetime would overflow a date, and must be a mistake. */
const longest = 3_153_600_000;

/** Whether `value` is a valid lifetime of a token, in seconds. */
export const isLifetime = (value: number): boolean => value > 0 && value <= longest;

const lifetimeOf = (value: Duration, setting: string): number => {
  const lifetime = seconds(value, `auth.${setting}`);
  requireSetting(isLifetime(lifetime), setting, value, 'a time above 0, such as 3600 (seconds) or "15m"');
  return Math.ceil(lifetime);
};

/** The general check of configuration skips these keys, because guards of the application are merged with the default guards. */
const checkNames = (guard: string, config: GuardConfig): void => {
  for (const key of Object.keys(config)) {
    const hint = didYouMean(key, keys);
    requireSetting(keys.includes(key), `guards.${guard}.${key}`, 'set', `one of the keys ${keys.join(', ')}`, hint);
  }
};

/** All settings of a `jwt` guard; times are in seconds. */
export interface JwtSettings extends Required<JwtGuardConfig> {
  readonly lifetime: number;
  readonly refresh_lifetime: number;
  readonly refresh_grace: number;
  readonly leeway: number;
}

/** The complete settings of a `jwt` guard. Throws `E_AUTH_SETTING` for invalid settings. */
export const jwtSettings = (guard: string, config: JwtGuardConfig): JwtSettings => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...jwtDefaults, ...config };
  const { algorithm } = settings;
  const at = (key: string): string => `guards.${guard}.${key}`;
  const minute = (key: 'leeway' | 'refresh_grace'): number => {
    const time = seconds(settings[key], `auth.${at(key)}`);
    requireSetting(time >= 0 && time <= 60, at(key), time, 'a time from 0 to 60 seconds');
    return time;
  };
  const [leeway, refresh_grace] = [minute('leeway'), minute('refresh_grace')];
  requireSetting(algorithms.includes(algorithm), at('algorithm'), algorithm, `one of ${algorithms.join(', ')}`);
  const lifetime = lifetimeOf(settings.lifetime, at('lifetime'));
  return {
    ...settings,
    leeway,
    refresh_grace,
    lifetime,
    refresh_lifetime: lifetimeOf(settings.refresh_lifetime, at('refresh_lifetime')),
  };
};

/** All settings of a `session` guard; `remember` is in seconds. */
export interface SessionGuardSettings extends Required<SessionGuardConfig> {
  readonly remember: number | null;
}

/** The complete settings of a `session` guard. Throws `E_AUTH_SETTING` for invalid settings. */
export const sessionGuardSettings = (guard: string, config: SessionGuardConfig): SessionGuardSettings => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...sessionGuardDefaults, ...config };
  const { remember, login_page } = settings;
  const isPath = login_page === null || (login_page.startsWith('/') && !login_page.startsWith('//'));
  requireSetting(isPath, `guards.${guard}.login_page`, login_page, 'a path of this application, such as "/login"');
  return { ...settings, remember: remember === null ? null : lifetimeOf(remember, `guards.${guard}.remember`) };
};

/** All settings of a `token` guard; the lifetime is in seconds. */
export interface TokenSettings extends Required<TokenGuardConfig> {
  readonly lifetime: number | null;
}

/** The complete settings of a `token` guard. Throws `E_AUTH_SETTING` for invalid settings. */
export const tokenSettings = (guard: string, config: TokenGuardConfig): TokenSettings => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...tokenDefaults, ...config };
  const { lifetime } = settings;
  return { ...settings, lifetime: lifetime === null ? null : lifetimeOf(lifetime, `guards.${guard}.lifetime`) };
};
