import { defineErrors } from '../errors/define-errors.ts';

/** The errors of routing that a request without routing meets too, as routing tells them. */
export const fakeErrors = defineErrors({
  E_BODY_UNREAD: {
    message: '{method}() was asked before the body was read.',
    fix: 'In middleware, await ctx.request().body() first; handlers have it read for them.',
  },
  E_HEADER_INVALID: {
    message: 'The header "{header}" cannot hold this value: {reason}.',
    fix: 'Remove line breaks and control characters; encode what is not Latin-1.',
  },
});
