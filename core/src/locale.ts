/**
 * A locale in BCP 47 form: `pt-BR` for `pt_BR`. `Intl`, `Content-Language` and the `lang` attribute of HTML accept only this
 * form. A name that is not a language tag is returned unchanged.
 */
export const languageTag = (locale: string): string => {
  try {
    // `getCanonicalLocales()` returns a list; this one has one entry.
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-')).join();
  } catch {
    return locale;
  }
};
