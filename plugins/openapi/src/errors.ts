import { defineErrors } from '@taproot/core';

/** Errors of the OpenAPI document: the compiler, the file. */
export const errors = defineErrors({
  E_OPENAPI_COMPILER: {
    message: 'The types of the application cannot be read: {reason}.',
    fix: '{action}.',
  },
  E_OPENAPI_CODE: {
    message: 'The code of the application does not compile: {fault}',
    fix: 'Correct it, then run the command again. `npx tsc --noEmit` lists every fault.',
  },
  E_OPENAPI_INVALID: {
    message: 'The document that was made is not valid OpenAPI 3.1, so nothing was written: {faults}',
    fix: 'Look at what middleware and guards say of themselves in describe(). If that is right, it is a fault of @taproot/openapi: please report it.',
  },
  E_OPENAPI_OPERATION: {
    message: 'Two routes would have the operationId "{id}": {first} and {second}.',
    fix: 'Give one of them another name with .name().',
  },
  E_OPENAPI_SECURITY: {
    message:
      '{route} says the credentials "{name}" in meta({ openapi: { security } }), but the document has no such scheme.',
    fix: 'Use the name of a guard, or that which describe() of a middleware gives its scheme. Known: {known}.',
  },
  E_OPENAPI_MEMBER: {
    message: 'The client would call two routes `api.{member}`: {first} and {second}.',
    fix: 'Give one of them another name with .name(). The client calls `then` by the name `then_`, because `await` takes an object with a member `then` for a promise.',
  },
  E_OPENAPI_UNREADABLE: {
    message: 'The document {file} cannot be read: {reason}.',
    fix: 'Run `npx taproot openapi:write`, and commit the file.',
  },
  E_OPENAPI_ABSENT: {
    message: 'There is no {file} yet: `npx taproot openapi:write` writes it.',
    fix: 'Run `npx taproot openapi:write`, and commit the file.',
    status: 404,
  },
});
