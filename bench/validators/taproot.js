import { createFacades, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { defineRules, validation } from '@taproot/validation';
import { itemRules, recordRules } from './rules.js';

const app = await setup(createFacades(), { basePath: new URL('.', import.meta.url) })
  .withPlugins([lang(), validation()])
  .create();
const facade = app.facades.Validation();

/** Messages, told from valid data by their class. */
export class Wrong {
  constructor(/** @type {Readonly<Record<string, readonly string[]>>} */ messages) {
    this.messages = messages;
  }
}

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {Readonly<Record<string, string>>} */ rules) => ({
  run: async (data) => {
    const validator = await facade.make(null, /** @type {object} */ (data), rules);
    return validator.fails() ? new Wrong(validator.errors().toJSON()) : validator.validated();
  },
  wrong: (outcome) => (outcome instanceof Wrong ? Object.keys(outcome.messages) : []),
});

/** As an application uses it. @type {import('./checker.js').Library} */
export const taproot = {
  name: 'Taproot',
  record: checker(defineRules(recordRules)),
  items: checker(defineRules(itemRules)),
};
