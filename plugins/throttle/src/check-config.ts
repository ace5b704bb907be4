import { inspect } from 'node:util';
import type { LimiterConfig } from './config.ts';
import { errors } from './errors.ts';

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_LIMITER_SETTING
 */
export const checkConfig = ({ fail, timeout, response_timeout, memory }: LimiterConfig): void => {
  const require = (holds: boolean, setting: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_LIMITER_SETTING({ setting, value: inspect(value), hint: '', expected });
  };
  require(['memory', 'closed'].includes(fail), 'fail', fail, '"memory" or "closed"');
  require(timeout > 0, 'timeout', timeout, 'a time above 0');
  require(response_timeout > 0, 'response_timeout', response_timeout, 'a time above 0');
  const whole = Number.isSafeInteger(memory.max_keys) && memory.max_keys > 0;
  require(whole, 'memory.max_keys', memory.max_keys, 'a whole number of keys, 1 or more');
};
