import { defineErrors } from '@taproot/core';

/** Errors of tests. */
export const errors = defineErrors({
  E_REPLY_BROKEN: {
    message: '{method} {target} got no whole reply: {reason}.',
    fix: 'Look at what was reported: the handler destroyed the response, or its stream failed after the headers were sent.',
  },
});
