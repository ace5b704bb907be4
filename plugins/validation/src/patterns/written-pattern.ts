/** A pattern for JavaScript, always with the flag `u`. */
export interface WrittenPattern {
  readonly source: string;
  readonly flags: string;
}

type Refuse = (reason: string) => never;

const delimited = /^\/(.*)\/([dgimsuvyxADJSUX]*)$/su;
// Skips escapes and classes before the flags, because a parenthesis inside of them is a character. Each part matches in
// only one way, so the time is linear.
const inlineFlags = /^(?:[^\\[]|\\.|\[(?:[^\\\]]|\\.)*\])*?\(\?[a-z-]+[:)]/su;

/** Reads `^abc$`, or `/^abc$/i` with delimiters; only the flags `i`, `s` and `u` are allowed. */
export const readPattern = (text: string, refuse: Refuse): WrittenPattern => {
  const [, source = text, flags = ''] = delimited.exec(text) ?? [];
  return pattern(source, flags, refuse);
};

/** Like `readPattern()`, for a RegExp. */
export const ofRegExp = ({ source, flags }: RegExp, refuse: Refuse): WrittenPattern => pattern(source, flags, refuse);

const pattern = (source: string, flags: string, refuse: Refuse): WrittenPattern => {
  const other = /[^isu]/u.exec(flags);
  // g and y keep a position between texts. With m, ^ and $ match at every line, so a second line could bypass the pattern.
  if (other !== null) refuse(`the flag "${other[0]}" is not taken, only i, s and u are`);
  if (source === '' || source === '(?:)') refuse('the pattern is empty');
  const read = lenient(source);
  // Checks the final source, because `(?i\:a)` becomes flags only there.
  if (inlineFlags.test(read)) refuse('flags stand behind the closing slash (/abc/i), not within the pattern');
  const [ignoreCase, dotAll] = [flags.includes('i') ? 'i' : '', flags.includes('s') ? 's' : ''];
  return { source: read, flags: `${ignoreCase}${dotAll}u` };
};

// Removes superfluous backslashes: PHP and Go allow one before any punctuation, the flag u does not.
const lenient = (source: string): string =>
  source.replaceAll(/\\([\s\S])/gu, (escape, next: string) => {
    if (next === '-') return String.raw`\x2d`;
    return /[!"#%&',:;<=>@_`~ ]/u.test(next) ? next : escape;
  });
