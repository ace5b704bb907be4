import { inspect } from 'node:util';
import { didYouMean } from '@taproot/core/plugin';
import { type LogConfig, levels } from './config.ts';
import { errors } from './errors.ts';

const refuse = (setting: string, value: unknown, expected: string, hint = ''): never => {
  throw errors.E_LOG_SETTING({ setting: `log.${setting}`, value: inspect(value), expected, hint });
};

const isOneOf = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value);

const checkChoice = (setting: string, value: unknown, list: readonly string[]): void => {
  if (!isOneOf(list, value)) refuse(setting, value, `one of ${list.join(', ')}`, didYouMean(String(value), list));
};

/** Refuses values of config/log.ts that mean nothing: `E_LOG_SETTING`. */
export const checkConfig = (config: LogConfig): void => {
  checkChoice('level', config.level, levels);
  for (const [channel, level] of Object.entries(config.levels)) checkChoice(`levels.${channel}`, level, levels);
  checkChoice('format', config.format, ['json', 'pretty']);
  if (!(config.sample >= 0 && config.sample <= 1)) refuse('sample', config.sample, 'a number from 0 to 1');
  if (!(config.buffer >= 64 * 1024)) refuse('buffer', config.buffer, 'bytes, 65536 or more');
};
