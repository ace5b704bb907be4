import { defineErrors } from '@taproot/core';

/** Errors of tests. */
export const errors = defineErrors({
  E_REPLY_BROKEN: {
    message: '{method} {target} got an incomplete reply: {reason}.',
    fix: 'See the errors reported above: the handler destroyed the response, or its stream failed after the headers were sent.',
  },
});
