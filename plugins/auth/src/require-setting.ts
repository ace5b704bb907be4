import { inspect } from 'node:util';
import { errors } from './errors.ts';

/**
 * Checks a value of `auth.<setting>`.
 * @throws E_AUTH_SETTING with the allowed values.
 */
export const requireSetting = (holds: boolean, setting: string, value: unknown, expected: string, hint = ''): void => {
  if (!holds) throw errors.E_AUTH_SETTING({ setting, value: inspect(value, { depth: 0 }), hint, expected });
};
