/** What leaves a file that is no TypeScript. */
export interface AbsentText {
  /** Lines that hold one of these. */
  readonly lines?: readonly string[];
  /** Paragraphs that begin with one of these. */
  readonly paragraphs?: readonly string[];
  /** Whether a file, or anything in a folder, is there. */
  readonly isThere: (path: string) => boolean;
}

/**
 * Text without the lines and paragraphs of absent parts, and without rows of tables about files that are not there.
 * Throws when a line or paragraph that ought to be there is not: the skeleton changed, and the table of parts did not.
 */
export declare const pruneText: (path: string, text: string, absent: AbsentText) => string;
