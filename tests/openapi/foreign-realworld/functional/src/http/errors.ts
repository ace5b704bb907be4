import { FrameworkError } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { validationMessages } from '@taproot/validation';
import { shortNames } from './input.ts';

const body = {
  type: 'object',
  properties: { errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } },
  required: ['errors'],
};

/** What the framework refuses looks like what the pipelines refuse. */
export const sameErrors = () =>
  definePlugin({
    name: 'same-errors',
    requires: ['routing', 'openapi'],
    apply(app) {
      app.facades.Http().hooks.error.tap('same-errors', (error, ctx) => {
        if (!(error instanceof FrameworkError) || error.status >= 500) return undefined;
        const invalid = validationMessages(error);
        const errors = invalid === null ? { request: [error.message] } : shortNames(invalid);
        return ctx.response().json(error.status, { errors });
      });
      app.hookTables
        .of('openapi')
        .problem.tap('same-errors', (problems) =>
          problems.map((problem) => (problem.status === 'default' ? problem : { ...problem, schema: body })),
        );
    },
  });
