import { inspect } from 'node:util';
import { type Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { didYouMean, orNull } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The levels of lines, from the least to the most important; `silent` writes none. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A level of lines. */
export type Level = (typeof levels)[number];

/** The `log` configuration. */
export interface LogConfig {
  /** Whether anything is logged; from `LOG_ENABLED`. True by default, false while `APP_ENV` is `testing`. */
  enabled: boolean;
  /** The least level that is written; from `LOG_LEVEL`, `info` by default. */
  level: string;
  /** The lowest level that is written, by channel: `{ http: 'warn' }`. None by default. */
  levels: Record<string, Level>;
  /** `json`, one object a line, or `pretty`, for readers; from `LOG_FORMAT`. `pretty` by default while `APP_ENV` is `development`. */
  format: string;
  /** A file that lines are appended to; from `LOG_FILE`. Relative ones lie in the application. Null (default): standard output. */
  file: string | null;
  /**
   * The part of requests that is logged, from 0 to 1; 1 by default. Requests with a status of 400 or more are always
   * logged.
   */
  sample: number;
  /** Request headers in the line of a request, in lower case; credentials are masked. None by default. */
  headers: readonly string[];
  /** Names of additional members whose values are masked: `['iban']`. None by default. */
  secrets: readonly string[];
  /** Bytes that may wait for a slow reader before lines are dropped and counted; 8 MiB by default. */
  max_buffer: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/log.ts: levels, form and place of the log. */
    log: LogConfig;
  }
}

/** Defaults of config/log.ts. */
export const logDefaults = (env: Env): LogConfig => {
  const name = env('APP_ENV', 'production');
  const defaults: LogConfig = {
    enabled: env('LOG_ENABLED', name !== 'testing'),
    level: env('LOG_LEVEL', 'info'),
    levels: openRecord({}),
    format: env('LOG_FORMAT', name === 'development' ? 'pretty' : 'json'),
    file: env('LOG_FILE', null),
    sample: 1,
    headers: [],
    secrets: [],
    max_buffer: 8 * 1024 * 1024,
  };
  return orNull(defaults, 'file');
};

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
  if (!(config.max_buffer >= 64 * 1024)) refuse('max_buffer', config.max_buffer, 'bytes, 65536 or more');
};
