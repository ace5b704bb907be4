import { definePlugin } from '@taproot/core/plugin';
import type { OpenApiProblem } from '@taproot/openapi';
import { nameOf } from '../app/http/conduit-errors.ts';

const messages = { type: 'array', items: { type: 'string' } };

/** `{ errors: { <what>: [<message>] } }`; after a failed validation `what` is one of the fields. */
const errors = (fields: readonly string[] = []) => {
  const properties = Object.fromEntries(fields.map((field) => [nameOf(field), messages]));
  // Named members beside members of any name do not compile in every client: those named may be missing, the others may not.
  const members = fields.length > 0 ? { properties } : { additionalProperties: messages };
  return { type: 'object', properties: { errors: { type: 'object', ...members } }, required: ['errors'] };
};

/** Describes the errors of `conduitErrors()` in the document. Errors of the server keep the framework's body. */
export const conduitProblems = () =>
  definePlugin({
    name: 'conduit-problems',
    requires: ['openapi'],
    apply(app) {
      app.hookTables.of('openapi').problem.tap('conduit-errors', (problems, { route, fields }) => {
        const said = problems.map((problem): OpenApiProblem => {
          const schema = errors(problem.status === 422 ? fields : []);
          return { ...problem, schema: problem.status === 'default' ? { anyOf: [schema, problem.schema] } : schema };
        });
        if (route?.path !== '/api/users') return said;
        const schema = errors(['username', 'email']);
        return [...said, { status: 409, codes: [], description: 'The name or the address is taken.', schema }];
      });
    },
  });
