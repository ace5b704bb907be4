import { arrayRules } from './array.ts';
import { comparisonRules } from './comparison.ts';
import { contentRules } from './content.ts';
import { controlRules, exclusionRules } from './control.ts';
import { databaseRules } from './database.ts';
import { dateRules } from './date.ts';
import type { RuleDefinition } from './definition.ts';
import { fileRules } from './file.ts';
import { formatRules } from './format.ts';
import { numericRules } from './numeric.ts';
import { passwordRules } from './password.ts';
import { acceptedRules, presenceRules, prohibitedRules } from './presence.ts';
import { requiredRules } from './required.ts';
import { sizeRules } from './size.ts';
import { typeRules } from './type.ts';

/** Every rule the framework brings. */
export const builtInRules: readonly RuleDefinition[] = [
  ...requiredRules,
  ...presenceRules,
  ...acceptedRules,
  ...prohibitedRules,
  ...typeRules,
  ...sizeRules,
  ...numericRules,
  ...formatRules,
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
