import { defineErrors } from '@taproot/core';

export const errors = defineErrors({
  E_LOG_WRITE: {
    message: 'The log cannot be written: {reason}',
    fix: 'Look at what access.file names, or at who reads standard output. Lines are lost until it takes them again.',
  },
});
