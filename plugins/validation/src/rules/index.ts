import type { RuleDefinition } from '../rule/rule.ts';
import { acceptedRules } from './accepted.ts';
import { arrayRules } from './array.ts';
import { comparisonRules } from './comparison.ts';
import { contentRules } from './content.ts';
import { controlRules } from './control.ts';
import { databaseRules } from './database.ts';
import { dateRules } from './date.ts';
import { exclusionRules } from './exclusion.ts';
import { fileRules } from './file.ts';
import { formatRules } from './format.ts';
import { numericRules } from './numeric.ts';
import { passwordRules } from './password.ts';
import { presenceRules } from './presence.ts';
import { prohibitedRules } from './prohibited.ts';
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
