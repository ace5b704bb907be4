import { bindFields } from '@taproot/core/internal';
import { parseFieldPath, wildcard } from '../language/field-path.ts';
import { own } from '../values/records.ts';

type Input = Readonly<Record<string, unknown>>;

/** Copies input into the properties that `target` has; `fields` maps properties to input fields with other names. */
export const bindInput = <Target extends object>(
  target: Target,
  input: Input,
  fields: Readonly<Record<string, string>>,
): Target => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const property of Object.keys(target)) {
    const field = Object.hasOwn(fields, property) ? fields[property] : undefined;
    const value = (field === undefined ? [property] : keysOf(field)).reduce<unknown>(own, input);
    if (value !== undefined) values[property] = value;
  }
  return bindFields(target, values);
};

const keysOf = (field: string): string[] =>
  parseFieldPath(field).segments.map((segment) => (segment === wildcard ? '*' : segment));
