import type { BuiltInRules } from './built-in-rules.ts';

/**
 * Rules of the application's own, each with the type of the values that pass it; merged by whoever registers them:
 * `declare module '@taproot/validation' { interface CustomRules { phone: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface CustomRules {}

/** Every name that a rule text may begin with. */
export type RuleName = keyof (BuiltInRules & CustomRules);
