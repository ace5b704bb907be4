import { didYouMean } from '@taproot/core';
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

/** Minutes of a hundred years: what is longer overflows a date, and is a mistake. */
const longest = 52_560_000;

/** Whether a token may live so long. */
export const isMinutes = (value: number): boolean => value > 0 && value <= longest;

/** The defaults stand under guards that the application adds, too; so their keys are checked here. */
const checkNames = (guard: string, config: GuardConfig): void => {
  for (const key of Object.keys(config)) {
    const hint = didYouMean(key, keys);
    requireSetting(keys.includes(key), `guards.${guard}.${key}`, 'set', `the keys ${keys.join(', ')}`, hint);
  }
};

/** The settings of a `jwt` guard, complete; what means nothing is `E_AUTH_SETTING`. */
export const jwtSettings = (guard: string, config: JwtGuardConfig): Required<JwtGuardConfig> => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...jwtDefaults, ...config };
  const { ttl, refresh_ttl, leeway, algorithm } = settings;
  const at = (key: string): string => `guards.${guard}.${key}`;
  requireSetting(isMinutes(ttl), at('ttl'), ttl, 'minutes, more than 0');
  requireSetting(isMinutes(refresh_ttl), at('refresh_ttl'), refresh_ttl, 'minutes, more than 0');
  requireSetting(leeway >= 0 && leeway <= 60, at('leeway'), leeway, 'seconds, from 0 to 60');
  requireSetting(algorithms.includes(algorithm), at('algorithm'), algorithm, `one of ${algorithms.join(', ')}`);
  return settings;
};

/** The settings of a `token` guard, complete; what means nothing is `E_AUTH_SETTING`. */
export const tokenSettings = (guard: string, config: TokenGuardConfig): Required<TokenGuardConfig> => {
  checkNames(guard, config);
  const settings = { provider: defaultProvider, ...tokenDefaults, ...config };
  const { ttl } = settings;
  requireSetting(ttl === null || isMinutes(ttl), `guards.${guard}.ttl`, ttl, 'minutes, more than 0, or null for ever');
  return settings;
};
