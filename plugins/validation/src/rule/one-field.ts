import { tryFieldPath } from '../parse/field-path.ts';
import type { FieldRef, RuleCall } from './rule.ts';

/**
 * The one field that a parameter names. With more `*` than the field's own path it would name many fields, so the rule
 * is refused.
 */
export const oneField = (call: RuleCall, parameter: string): FieldRef => {
  const stars = tryFieldPath(parameter)?.wildcards ?? 0;
  const own = tryFieldPath(call.field)?.wildcards ?? 0;
  if (stars > own)
    call.fail(
      `"${parameter}" means many fields, because the path of this field has ${own === 0 ? 'no *' : `only ${own} *`}`,
      ' Name one field, or write a function that looks at all of them: (value, data) => ...',
    );
  return call.ref(parameter);
};
