import type { RuleDefinition } from '../rule/rule.ts';
import { characterRules } from './format/characters.ts';
import { emailRules } from './format/email.ts';
import { identifierRules } from './format/identifiers.ts';
import { jsonRules } from './format/json.ts';
import { networkRules } from './format/network.ts';
import { regexRules } from './format/regex.ts';
import { urlRules } from './format/url.ts';

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
