// The rule strings of Laravel on Node before us. It reads them anew for every validation.
import Validator from 'validatorjs';
import { itemRules, recordRules } from './rules.js';

// It has no rule for an object.
const { address: _, ...knownRules } = recordRules;

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {Validator.Rules} */ rules) => ({
  run: (data) => {
    const validator = new Validator(data, rules);
    return validator.passes() ? data : new Map(Object.entries(validator.errors.all()));
  },
  wrong: (outcome) => (outcome instanceof Map ? [...outcome.keys()] : []),
});

/** @type {import('./checker.js').Library} */
export const validatorjs = { name: 'validatorjs', record: checker(knownRules), items: checker({ ...itemRules }) };
