import { inspect } from 'node:util';
import type { ValidationConfig } from './config.ts';
import { errors } from './errors.ts';

/** Refuses settings that are of the right type and mean nothing: `E_VALIDATION_SETTING`. No failures would let all pass. */
export const checkConfig = ({ max_fields, max_failures, timeout }: ValidationConfig): void => {
  const require = (holds: boolean, setting: keyof ValidationConfig, value: number, expected: string): void => {
    if (!holds) throw errors.E_VALIDATION_SETTING({ setting, value: inspect(value), expected });
  };
  require(max_fields >= 1, 'max_fields', max_fields, 'a number of fields, 1 or more');
  require(max_failures >= 1, 'max_failures', max_failures, 'a number of failures, 1 or more');
  require(timeout > 0, 'timeout', timeout, 'seconds, more than 0');
};
