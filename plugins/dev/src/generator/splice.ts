/** Text to insert at a position; it replaces the text up to `end`. */
export interface Splice {
  readonly at: number;
  /** Default: `at`, so that nothing is replaced. */
  readonly end?: number;
  readonly text: string;
}

/** The text with all splices applied. Their positions are those of the original text. */
export const splice = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((a, b) => b.at - a.at)
    .reduce((spliced, { at, end = at, text }) => spliced.slice(0, at) + text + spliced.slice(end), text);
