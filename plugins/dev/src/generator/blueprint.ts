import type { Registration } from './registration.ts';

/** A file to generate, by its path from the application's folder. */
export interface GeneratedFile {
  /** Path from the application's folder. */
  readonly path: string;
  /** The text, formatted. */
  readonly text: string;
}

/** The result of a generator for one name. */
export interface Blueprint {
  /** The files. The first one is the generated thing itself. */
  readonly files: readonly GeneratedFile[];
  /** The names that the files declare, for example the name of the class. */
  readonly declares: readonly string[];
  /** The unique name of the generated thing in the application, such as the signature of a rule; null if it has none. */
  readonly claims: string | null;
  /** How to register the generated thing in the application; null when the developer names it where it is used. */
  readonly registration: Registration | null;
  /** Next steps for the developer, one sentence a line. Shown when all files are written. */
  readonly next: readonly string[];
}
