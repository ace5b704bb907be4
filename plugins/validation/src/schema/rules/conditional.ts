import { accepted, declined, matching, nonEmpty } from '../../json-schema/facts.ts';
import type { Always, Condition, RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';
import { isAccepted, isDeclined, isMissing, isPresent, isProhibited, isRequired } from './presence.ts';

type Read = (use: RuleUse) => Condition;

const not = (condition: Condition): Condition => ({ not: condition });

const isThere = (field: string): Condition => ({ field, holds: {} });
const isGiven = (field: string): Condition => ({ field, holds: nonEmpty });

/** `rule:other,v1,v2`: an absent field matches `null`. */
const matches: Read = ({ parameters: [field = '', ...texts] }) => {
  const isOne: Condition = { field, holds: { enum: matching(texts) } };
  return texts.includes('null') ? { some: [isOne, not(isThere(field))] } : isOne;
};

const differs: Read = (use) => not(matches(use));

const some =
  (of: (field: string) => Condition): Read =>
  ({ parameters }) => ({ some: parameters.map(of) });

const every =
  (of: (field: string) => Condition): Read =>
  ({ parameters }) => ({ every: parameters.map(of) });

const isEmpty = (field: string): Condition => not(isGiven(field));

const otherAccepted: Read = ({ parameters: [field = ''] }) => ({ field, holds: accepted });
const otherDeclined: Read = ({ parameters: [field = ''] }) => ({ field, holds: declined });

const where = (read: Read, always: Always): RuleSchema => ({
  exactness: 'exact',
  conditional: (use) => ({ condition: read(use), fields: [{ field: use.field, always }] }),
});

const excludedWhere = (read: Read): RuleSchema => ({ exactness: 'exact', excludes: read });

/** Rules that depend on other fields. */
export const conditionalSchemas: RuleSchemas = {
  required_if: where(matches, isRequired),
  required_unless: where(differs, isRequired),
  required_with: where(some(isGiven), isRequired),
  required_with_all: where(every(isGiven), isRequired),
  required_without: where(some(isEmpty), isRequired),
  required_without_all: where(every(isEmpty), isRequired),
  required_if_accepted: where(otherAccepted, isRequired),
  required_if_declined: where(otherDeclined, isRequired),
  present_if: where(matches, isPresent),
  present_unless: where(differs, isPresent),
  present_with: where(some(isThere), isPresent),
  present_with_all: where(every(isThere), isPresent),
  missing_if: where(matches, isMissing),
  missing_unless: where(differs, isMissing),
  missing_with: where(some(isThere), isMissing),
  missing_with_all: where(every(isThere), isMissing),
  accepted_if: where(matches, isAccepted),
  declined_if: where(matches, isDeclined),
  prohibited_if: where(matches, isProhibited),
  prohibited_unless: where(differs, isProhibited),
  prohibited_if_accepted: where(otherAccepted, isProhibited),
  prohibited_if_declined: where(otherDeclined, isProhibited),
  prohibits: {
    exactness: 'exact',
    conditional: ({ field, parameters }) => ({
      condition: { field, holds: nonEmpty },
      fields: parameters.map((other) => ({ field: other, always: isProhibited })),
    }),
  },
  exclude: { exactness: 'exact', excludes: () => true },
  exclude_if: excludedWhere(matches),
  exclude_unless: excludedWhere(differs),
  exclude_with: excludedWhere(some(isThere)),
  exclude_without: excludedWhere(some((field) => not(isThere(field)))),
};
