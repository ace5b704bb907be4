import { lazy } from '@taproot/core/plugin';

type Convert = (text: string) => string;

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

/** Matches letters, except those whose capital is longer, such as `ß`. These stay unchanged, so that a string keeps its length. */
const othersThanGrowing = lazy((): RegExp => {
  const growing: string[] = [];
  // All other letters have capitals of the same length.
  for (let code = 0x80; code <= 0xffff; code++) {
    const letter = String.fromCharCode(code);
    if (letter.toUpperCase().length > 1) growing.push(letter);
  }
  return new RegExp(`[^${growing.join('')}]+`, 'g');
});

// Matches all but `İ`, the only letter whose small form is longer.
const othersThanDottedI = /[^\u0130]+/g;

// Converts whole runs, because letter by letter takes a hundred times as long.
export const upperCase: Convert = (text) =>
  isAscii(text) ? text.toUpperCase() : text.replaceAll(othersThanGrowing(), (run) => run.toUpperCase());

/** A sigma at the end of a word is treated like any other sigma. */
export const lowerCase: Convert = (text) =>
  isAscii(text)
    ? text.toLowerCase()
    : text.replaceAll('Σ', 'σ').replaceAll(othersThanDottedI, (run) => run.toLowerCase());

/** Converts every letter, even if it gets longer: `ß` becomes `SS`. The result passes the rule `uppercase`. */
export const wholeUpperCase: Convert = (text) => text.toUpperCase();

/** Converts every letter, even if it gets longer: `İ` becomes `i` with a dot above. The result passes the rule `lowercase`. */
export const wholeLowerCase: Convert = (text) => text.replaceAll('Σ', 'σ').toLowerCase();

/** How many units a letter takes in a text. */
const sizeAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

const onFirst =
  (convert: Convert): Convert =>
  (text) =>
    convert(text.slice(0, sizeAt(text, 0))) + text.slice(sizeAt(text, 0));

export const upperFirst: Convert = onFirst(upperCase);
export const lowerFirst: Convert = onFirst(lowerCase);

// Splits words as Unicode does (UAX 29), for letters: an apostrophe or dot between letters and an underscore do not end
// a word. Intl.Segmenter would take quadratic time over long runs of punctuation.
const word = /\p{L}(?:[\p{L}\p{M}\p{N}_]|['’.](?=\p{L}))*/gu;

/** Makes the first letter of every word a capital and the others small. `o'neil` is one word, `mc-donald` two. */
export const titleCase: Convert = (text) => {
  // Both strings have the length of the text, so the same position means the same letter in both. This avoids converting word by word.
  const small = lowerCase(text);
  const large = upperCase(small);
  let title = '';
  let end = 0;
  word.lastIndex = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const { index } = match;
    const second = index + sizeAt(text, index);
    title += text.slice(end, index) + large.slice(index, second) + small.slice(second, word.lastIndex);
    end = word.lastIndex;
  }
  return title + text.slice(end);
};

// Matches before a capital, unless a capital, a space, `-` or `_` comes before it.
const seam = /([^\p{Lu}\s_-])(?=\p{Lu})/gu;
const asciiSeam = /([^A-Z\s_-])(?=[A-Z])/g;

/** `HelloWorld` -> `hello_world`. Splits at spaces, `-`, `_`, and at changes of case. */
export const snakeCase: Convert = (text) => {
  const seamed = text.replaceAll(isAscii(text) ? asciiSeam : seam, '$1_').replaceAll(/[\s_-]+/g, '_');
  return lowerCase(seamed.slice(seamed.startsWith('_') ? 1 : 0, seamed.endsWith('_') ? -1 : undefined));
};

/** `hello_world` -> `helloWorld`. */
export const camelCase: Convert = (text) => {
  const snake = snakeCase(text);
  // This string also has the same length, and the same boundaries between words.
  const large = upperCase(snake).split('_');
  return snake
    .split('_')
    .map((small, i) => {
      const second = i === 0 ? 0 : sizeAt(small, 0);
      return (large[i] ?? '').slice(0, second) + small.slice(second);
    })
    .join('');
};
