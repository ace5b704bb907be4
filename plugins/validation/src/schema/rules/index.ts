import type { RuleSchemas } from '../../rules/rule-schema.ts';
import { comparisonSchemas } from './comparisons.ts';
import { conditionalSchemas } from './conditional.ts';
import { dateSchemas } from './dates.ts';
import { fileSchemas } from './files.ts';
import { formatSchemas } from './formats.ts';
import { numberSchemas } from './numbers.ts';
import { presenceSchemas } from './presence.ts';
import { sizeSchemas } from './sizes.ts';
import { textSchemas } from './texts.ts';
import { typeSchemas } from './types.ts';

/** How each built-in rule narrows the schema of its field. */
export const ruleSchemas: RuleSchemas = {
  ...presenceSchemas,
  ...conditionalSchemas,
  ...typeSchemas,
  ...sizeSchemas,
  ...numberSchemas,
  ...formatSchemas,
  ...textSchemas,
  ...comparisonSchemas,
  ...dateSchemas,
  ...fileSchemas,
};
