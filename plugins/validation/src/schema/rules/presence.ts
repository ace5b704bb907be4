import { accepted, declined, empty, nonEmpty } from '../../json-schema/facts.ts';
import { never } from '../../json-schema/json-schema.ts';
import type { Always, RuleSchema, RuleSchemas } from '../../rules/rule-schema.ts';

export const isRequired: Always = { schema: nonEmpty, absent: false };
export const isFilled: Always = { schema: nonEmpty, absent: true };
export const isPresent: Always = { schema: {}, absent: false };
export const isMissing: Always = { schema: never, absent: true };
export const isProhibited: Always = { schema: empty, absent: true };
export const isAccepted: Always = { schema: accepted, absent: false };
export const isDeclined: Always = { schema: declined, absent: false };

const always = (says: Always): RuleSchema => ({ exactness: 'exact', always: () => says });

const control: RuleSchema = { exactness: 'exact' };

/** Rules on whether a field is present, and control rules. */
export const presenceSchemas: RuleSchemas = {
  required: always(isRequired),
  filled: always(isFilled),
  present: always(isPresent),
  missing: always(isMissing),
  prohibited: always(isProhibited),
  accepted: always(isAccepted),
  declined: always(isDeclined),
  required_array_keys: {
    exactness: 'exact',
    always: ({ parameters }) => ({ schema: { type: 'object', required: [...new Set(parameters)] }, absent: false }),
  },
  bail: control,
  nullable: control,
  sometimes: control,
};
