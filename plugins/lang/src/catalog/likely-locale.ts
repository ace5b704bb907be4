/** A language with the script and region it is most likely written in: `zh-hant-tw` for `zh-tw`. */
export interface LikelyLocale {
  readonly whole: string;
  readonly script: string;
}

/** CLDR's likely subtags of a canonical name; null for what is no language tag. */
export const likelyLocale = (name: string): LikelyLocale | null => {
  try {
    const { language, script = '', region = '' } = new Intl.Locale(name).maximize();
    // Unlike `iw`, the tag `no` was never given up for another one, though nearly all of its texts are in Bokmål.
    return { whole: `${language === 'no' ? 'nb' : language}-${script}-${region}`.toLowerCase(), script };
  } catch {
    return null;
  }
};
