import { defineErrors } from '@taproot/core';

/** Errors of the log: configuration, writing. */
export const errors = defineErrors({
  E_LOG_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/log.ts or in the options of log(), or remove it to keep its default.',
  },
  E_LOG_FILE: {
    message: 'The log file {file} cannot be written: {reason}',
    fix: 'Correct log.file (LOG_FILE), or let this process write there. While it cannot, lines are dropped and counted.',
  },
});
