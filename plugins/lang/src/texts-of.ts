import type { Texts } from '@taproot/core/plugin';
import type { Languages } from './languages.ts';
import { fillPlaceholders } from './text/fill-placeholders.ts';

/** The translations of an application, in the form that other plugins ask for. */
export const textsOf = (languages: Languages): Texts => ({
  find: (key, locale, values = {}) => {
    const found = languages.find(key, locale);
    return found === null ? null : { text: fillPlaceholders(found.text, values), locale: found.locale };
  },
  written: (key, locale) => languages.find(key, locale),
  get revision() {
    return languages.revision;
  },
  localeNamed: (tag) => languages.require(tag),
});
