import { FrameworkError } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { validationMessages } from '@taproot/validation';
import { ApiException, type ErrorMap } from './exceptions.ts';

/** Every error below 500 as `{ errors: { <what>: [<message>] } }`, in answers and in the API document. */
export const exceptionFilter = () =>
  definePlugin({
    name: 'exception-filter',
    requires: ['routing', 'openapi'],
    apply(app) {
      app.facades.Http().hooks.error.tap('exception-filter', (error, ctx) => {
        if (!(error instanceof FrameworkError) || error.status >= 500) return undefined;
        const response = ctx.response();
        for (const [name, value] of Object.entries(error.headers)) response.header(name, value);
        return response.json(error.status, { errors: errorsOf(error) });
      });
      app.hookTables
        .of('openapi')
        .problem.tap('exception-filter', (problems) =>
          problems.map((problem) => (problem.status === 'default' ? problem : { ...problem, schema })),
        );
    },
  });

const errorsOf = (error: FrameworkError): ErrorMap => {
  if (error instanceof ApiException) return error.errors;
  const invalid = validationMessages(error);
  if (invalid !== null) {
    return Object.fromEntries(
      Object.entries(invalid).map(([field, messages]) => [field.split('.')[1] ?? field, messages.slice(0, 1)]),
    );
  }
  if (error.code === 'E_UNAUTHENTICATED') return { token: ['is missing'] };
  if (error.code.startsWith('E_TOKEN_')) return { token: ['invalid'] };
  return { request: [error.message] };
};

const schema = {
  type: 'object',
  properties: {
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  required: ['errors'],
};
