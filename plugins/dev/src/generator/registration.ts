/** How to register a generated thing: as an entry in the list of a builder step. */
export interface Registration {
  /** The builder's step: `withRules`. */
  readonly step: string;
  /** The file for the list if the application has none yet: `bootstrap/rules.ts`. */
  readonly file: string;
  /** The name of the list in that file: `rules`. */
  readonly list: string;
  /** The generated file. */
  readonly source: string;
  /** The import for the entry, and the possible local names; null if the entry imports by itself. */
  readonly import: { readonly name: string; readonly locals: readonly string[] } | null;
  /**
   * Returns the text of the entry, from the local name of the import or the module to import. Indent further lines by two spaces a step.
   */
  readonly entry: (local: string, module: string) => string;
  /** The text of a new file with an empty list. */
  readonly empty: string;
}

/** A file that registering changes or makes. */
export interface Change {
  readonly file: string;
  /** The text as it was read; null where there is no file yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Lines that the developer must add to a file by hand. */
export interface ByHand {
  readonly file: string;
  readonly lines: readonly string[];
}

/**
 * The result of planning a registration: changes (none if everything is registered already), or why it is impossible and what to do
 * instead.
 */
export type Registered =
  | { readonly changes: readonly Change[] }
  | { readonly reason: string; readonly byHand: readonly ByHand[] };

/** Thrown and caught in this folder if a file does not have the expected form. The message says what is different. */
export class Unexpected extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file} was left as it is: ${reason}`);
    this.file = file;
  }
}
