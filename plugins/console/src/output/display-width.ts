import stringWidth from 'fast-string-width';

const plain = /^[ -~]*$/;

/** Columns that a string takes on a terminal. */
export const displayWidth = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/** `text`, filled with spaces up to `width` columns. */
export const padDisplay = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));
