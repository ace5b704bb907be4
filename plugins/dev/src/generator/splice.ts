/** A piece of text put in at a place, instead of what stands up to `end`. */
export interface Splice {
  readonly at: number;
  /** `at` when left out: nothing is replaced. */
  readonly end?: number;
  readonly text: string;
}

/** The text with the splices in it; all their places are those of the text as it came. */
export const splice = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((a, b) => b.at - a.at)
    .reduce((spliced, { at, end = at, text }) => spliced.slice(0, at) + text + spliced.slice(end), text);
