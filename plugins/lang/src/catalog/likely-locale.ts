/** A language with the script and region it is most likely written in: `zh-hant-tw` for `zh-tw`. */
export interface LikelyLocale {
  readonly whole: string;
  readonly script: string;
}

/** CLDR's likely subtags of a canonical name; null for an invalid language tag. */
export const likelyLocale = (name: string): LikelyLocale | null => {
  try {
    const { language, script = '', region = '' } = new Intl.Locale(name).maximize();
    // Unlike `iw`, the tag `no` was never replaced, although nearly everything written in it is Bokmål.
    return { whole: `${language === 'no' ? 'nb' : language}-${script}-${region}`.toLowerCase(), script };
  } catch {
    return null;
  }
};
