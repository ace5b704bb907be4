/** How something generated gets known to the application: an entry of a list that a step of the builder takes. */
export interface Registration {
  /** The builder's step: `withRules`. */
  readonly step: string;
  /** The file of the list, when there is none yet: `bootstrap/rules.ts`. */
  readonly file: string;
  /** The name of the list there: `rules`. */
  readonly list: string;
  /** The generated file. */
  readonly source: string;
  /** The import for the entry, and the names it may get in the file of the list; null for an entry that imports by itself. */
  readonly import: { readonly name: string; readonly locals: readonly string[] } | null;
  /** The entry, by the name the import got or the module to import; further lines are indented by steps of two spaces. */
  readonly entry: (local: string, module: string) => string;
  /** A file with an empty list, to which the entry is then added. */
  readonly empty: string;
}

/** A file that registering changes or makes. */
export interface Change {
  readonly file: string;
  /** The text as it was read; null where there is no file yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Lines that somebody must add to a file by hand. */
export interface ByHand {
  readonly file: string;
  readonly lines: readonly string[];
}

/**
 * The outcome of a registration: changes (none when everything is registered), or why it is impossible and what to do instead.
 */
export type Registered =
  | { readonly changes: readonly Change[] }
  | { readonly reason: string; readonly byHand: readonly ByHand[] };

/** Thrown inside of this folder if a file has another form than expected; the message says how. */
export class Unexpected extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file} was left as it is: ${reason}`);
    this.file = file;
  }
}
