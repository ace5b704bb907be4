import type { RuleDefinition } from '../rules/rule.ts';
import type { Kind } from '../values/size.ts';

/** Where a rule's message is looked for, best first: the name as written before the canonical one, with its kind before without. */
export const messageKeys = (
  written: string,
  definition: RuleDefinition | null = null,
): Readonly<Record<Kind, readonly string[]>> => {
  const names = definition === null || definition.name === written ? [written] : [written, definition.name];
  const keys = (kind: Kind): readonly string[] =>
    definition?.sized === true ? names.flatMap((name) => [`${name}.${kind}`, name]) : names;
  return { string: keys('string'), numeric: keys('numeric'), array: keys('array'), file: keys('file') };
};
