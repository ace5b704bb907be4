import { inspect } from 'node:util';
import type { Duration } from '@taproot/core';
import { durations, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** Refuses settings that are of the right type and mean nothing: `E_VALIDATION_SETTING`. No failures would let all pass. */
export const checkConfig = ({ max_fields, max_failures, timeout }: Settings<ValidationConfig>): void => {
  const require = (holds: boolean, setting: keyof ValidationConfig, value: number, expected: string): void => {
    if (!holds) throw errors.E_VALIDATION_SETTING({ setting, value: inspect(value), expected });
  };
  require(max_fields >= 1, 'max_fields', max_fields, 'a number of fields, 1 or more');
  require(max_failures >= 1, 'max_failures', max_failures, 'a number of failures, 1 or more');
  require(timeout > 0, 'timeout', timeout, 'seconds, more than 0');
};

/** The `validation` configuration: what bounds one validation, whatever a client sends. 0 is refused: it is not "no limit". */
export interface ValidationConfig {
  /** Concrete fields that one wildcard field may match, 1 or more; beyond them the answer is 413. */
  max_fields: number;
  /** Failures after which no more are looked for, 1 or more. */
  max_failures: number;
  /** Seconds that rules which ask databases or name servers may take in all, more than 0. */
  timeout: Duration;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/validation.ts: what bounds one validation. */
    validation: ValidationConfig;
  }
}

export const validationDefaults = durations<ValidationConfig>(
  { max_fields: 10_000, max_failures: 1000, timeout: 10 },
  'timeout',
);
