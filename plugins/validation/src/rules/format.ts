import { emailRules, networkRules, urlRules } from './addresses.ts';
import { characterRules, regexRules } from './characters.ts';
import type { RuleDefinition } from './definition.ts';
import { identifierRules, jsonRules } from './identifiers.ts';

/** Rules on the form of a text. */
export const formatRules: readonly RuleDefinition[] = [
  ...characterRules,
  ...emailRules,
  ...urlRules,
  ...networkRules,
  ...identifierRules,
  ...jsonRules,
  ...regexRules,
];
