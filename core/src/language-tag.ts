/**
 * A locale as BCP 47 writes it: `pt-BR` for `pt_BR`. `Intl`, `Content-Language` and the `lang` attribute of HTML accept no
 * other spelling. A name that is no language tag is returned as it is.
 */
export const languageTag = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? locale;
  } catch {
    return locale;
  }
};
