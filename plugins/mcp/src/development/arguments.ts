import type { ArgumentsSchema } from '../tool.ts';

/** An argument of a tool that is a string. */
export const text = (description: string) => ({ type: 'string', description });

/** An argument that is a whole number of at least 1. */
export const count = (description: string, maximum: number) => ({ type: 'integer', minimum: 1, maximum, description });

/** An argument that is true or false; false when left out. */
export const flag = (description: string) => ({ type: 'boolean', description });

/** The schema of a tool's arguments. Those that `required` does not name may be left out. */
export const argumentsOf = (
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ArgumentsSchema => ({ type: 'object', properties, required, additionalProperties: false });

/** The hints of a tool that only shows something. */
export const reads = { readOnly: true, destructive: false, idempotent: true } as const;

/** The argument as an option of a command: `['--path', '/users']`; nothing when it is left out. */
export const option = (name: string, value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? [`--${name}=${value}`] : [];
