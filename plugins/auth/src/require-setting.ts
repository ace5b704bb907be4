import { inspect } from 'node:util';
import { errors } from './errors.ts';

/** Refuses a value of `auth.<setting>` that means nothing: `E_AUTH_SETTING`, with what may stand there. */
export const requireSetting = (holds: boolean, setting: string, value: unknown, expected: string, hint = ''): void => {
  if (!holds) throw errors.E_AUTH_SETTING({ setting, value: inspect(value, { depth: 0 }), hint, expected });
};
