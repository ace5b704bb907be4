type Convert = (text: string) => string;

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

/** Letter by letter, so that a text keeps its length: `ß` stays `ß`, and a last sigma is like any other. */
const letterwise =
  (convert: Convert): Convert =>
  (text) =>
    isAscii(text) ? convert(text) : Array.from(text, (letter) => oneLetter(letter, convert(letter))).join('');

const oneLetter = (letter: string, converted: string): string =>
  converted.length > letter.length ? letter : converted;

export const upperCase: Convert = letterwise((text) => text.toUpperCase());
export const lowerCase: Convert = letterwise((text) => text.toLowerCase());

const onFirst =
  (convert: Convert): Convert =>
  (text) => {
    const [first = ''] = text;
    return convert(first) + text.slice(first.length);
  };

export const upperFirst: Convert = onFirst(upperCase);
export const lowerFirst: Convert = onFirst(lowerCase);
/** `hELLO` -> `Hello`. */
export const capitalise: Convert = (text) => upperFirst(lowerCase(text));

// As Unicode cuts words (UAX 29), as far as letters go: an apostrophe or dot between letters and an underscore do not
// end one. Not Intl.Segmenter, which takes quadratic time over long runs of punctuation.
const word = /\p{L}(?:[\p{L}\p{M}\p{N}_]|['’.](?=\p{L}))*/gu;

/** The first letter of every word large, its others small: `o'neil` is one, `mc-donald` two. */
export const titleCase: Convert = (text) => text.replaceAll(word, capitalise);
