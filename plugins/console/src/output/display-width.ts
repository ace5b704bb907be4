const plain = /^[ -~]*$/;
const zeroWidth = /[\p{M}\p{Cf}]/u;
const doubleWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

const characterWidth = (character: string): number => {
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
};

/** Columns that a text without escape sequences takes on a terminal. */
export const displayWidth = (text: string): number => {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
};

/** `text` with spaces behind it up to `width` columns. */
export const padDisplay = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));
