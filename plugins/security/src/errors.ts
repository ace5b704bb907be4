import { defineErrors } from '@taproot/core';

/** Errors of the security headers. All of them stop the boot. */
export const errors = defineErrors({
  E_SECURITY_SETTING: {
    message: 'Configuration "security.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/security.ts, or remove it to keep its default.',
  },
});
