import type { BuiltInRules } from './built-in-rules.ts';

/**
 * Rules of the application, each with the type of the values that pass it. Merge the names of the rules that you register:
 * `declare module '@taproot/validation' { interface CustomRules { phone: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface CustomRules {}

/**
 * The parameters of custom rules after their colon; a rule that is not listed accepts any text, or none. A list type means any number of
 * parameters: `interface CustomRuleParameters { divisible: `${number}`; one_of_units: ('kg' | 'm')[] }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface CustomRuleParameters {}

type Names = keyof (BuiltInRules & CustomRules);

/** Every name that a rule text may begin with. A mapped type, so that messages of the compiler show `RuleName`. */
export type RuleName = { [Name in Names]: Name }[Names];
