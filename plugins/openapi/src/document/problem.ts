import type { JsonObject } from './json.ts';

/** The body of errors, as the framework sends it. */
const problem: JsonObject = {
  type: 'object',
  description: 'Why a request was not answered as asked.',
  properties: {
    message: { type: 'string', description: 'What is wrong, in the language of the request.' },
    code: { type: 'string', description: 'Names the kind of error; stable.' },
    request_id: { type: 'string', description: 'Identifies the request in logs.' },
  },
  required: ['message', 'code', 'request_id'],
};

/** The body of a failed validation. */
const invalidProblem: JsonObject = {
  type: 'object',
  description: 'Which fields of the input are not valid.',
  properties: {
    message: { type: 'string', description: 'What is wrong, in the language of the request.' },
    code: { type: 'string', const: 'E_VALIDATION_FAILED' },
    errors: {
      type: 'object',
      description: 'Messages by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    request_id: { type: 'string', description: 'Identifies the request in logs.' },
  },
  required: ['message', 'code', 'errors', 'request_id'],
};

export const problemSchemas: Readonly<Record<string, JsonObject>> = {
  Problem: problem,
  InvalidProblem: invalidProblem,
};

/** What any operation may answer beside its own responses: errors of the server. */
export const errorResponse: JsonObject = {
  description: 'An error of the server, or one that every route may answer with.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
