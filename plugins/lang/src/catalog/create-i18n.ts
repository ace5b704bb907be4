import { createInstance, type i18n } from 'i18next';
import type { Texts } from './catalog.ts';

/** An i18next instance with only these translations: whole keys, no languages of its own, nothing to load. */
export const createI18n = (texts: ReadonlyMap<string, Texts>): i18n => {
  const instance = createInstance();
  void instance.init({
    resources: Object.fromEntries([...texts].map(([locale, all]) => [locale, { texts: all }])),
    ns: ['texts'],
    defaultNS: 'texts',
    // Keys are whole: one may be a sentence, with dots and colons.
    keySeparator: false,
    nsSeparator: false,
    lng: 'dev',
    fallbackLng: false,
    load: 'currentOnly',
    // Else it would split keys all the same where it finds nothing.
    ignoreJSONStructure: false,
    // An empty string counts as not translated yet.
    returnEmptyString: false,
    // All is at hand, so init() is done when it returns.
    initAsync: false,
  });
  return instance;
};
