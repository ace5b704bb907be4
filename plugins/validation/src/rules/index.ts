import { emailRules, networkRules, urlRules } from './addresses.ts';
import { arrayRules } from './array.ts';
import { characterRules, regexRules } from './characters.ts';
import { comparisonRules } from './comparison.ts';
import { contentRules } from './content.ts';
import { controlRules, exclusionRules } from './control.ts';
import { databaseRules } from './database.ts';
import { dateRules } from './date.ts';
import type { RuleDefinition } from './definition.ts';
import { fileRules } from './file.ts';
import { identifierRules, jsonRules } from './identifiers.ts';
import { numericRules } from './numeric.ts';
import { passwordRules } from './password.ts';
import { acceptedRules, presenceRules, prohibitedRules } from './presence.ts';
import { requiredRules } from './required.ts';
import { sizeRules } from './size.ts';
import { typeRules } from './type.ts';

/** All built-in rules. */
export const builtInRules: readonly RuleDefinition[] = [
  ...requiredRules,
  ...presenceRules,
  ...acceptedRules,
  ...prohibitedRules,
  ...typeRules,
  ...sizeRules,
  ...numericRules,
  ...characterRules,
  ...emailRules,
  ...urlRules,
  ...networkRules,
  ...identifierRules,
  ...jsonRules,
  ...regexRules,
  ...passwordRules,
  ...contentRules,
  ...comparisonRules,
  ...dateRules,
  ...exclusionRules,
  ...fileRules,
  ...controlRules,
  ...arrayRules,
  ...databaseRules,
];
