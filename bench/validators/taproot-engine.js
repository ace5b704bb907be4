// The engine by itself: synchronous, since none of these rules has to wait for anything.
import { translatorOf } from '@taproot/lang';
import { defineRules } from '@taproot/validation';
import { builtInRules, Engine, FilterRegistry, RuleRegistry, systemResolver, Validator } from '../internals/engine.ts';
import { itemRules, recordRules } from './rules.js';
import { app, Wrong } from './taproot.js';

const engine = new Engine({
  rules: new RuleRegistry(builtInRules),
  filters: new FilterRegistry([]),
  services: { now: Date.now, presence: null, resolver: systemResolver },
  limits: { fields: 10_000, failures: 1000 },
  timeout: 10,
  localeOf: () => 'en',
});

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {Readonly<Record<string, string>>} */ rules) => ({
  run: (data) => {
    const ran = engine.validate(null, data, rules);
    if (ran instanceof Promise) throw new Error('The engine waits for something.');
    const validator = new Validator(ran, {}, translatorOf(app));
    return validator.fails() ? new Wrong(validator.errors().toJSON()) : validator.validated();
  },
  wrong: (outcome) => (outcome instanceof Wrong ? Object.keys(outcome.messages) : []),
});

/** @type {import('./checker.js').Library} */
export const taprootEngine = {
  name: 'Taproot, engine',
  record: checker(defineRules(recordRules)),
  items: checker(defineRules(itemRules)),
};
