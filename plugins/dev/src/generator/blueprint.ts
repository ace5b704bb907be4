import type { Registration } from './registration.ts';

/** A file to generate, by its path from the application's folder. */
export interface GeneratedFile {
  /** Path from the application's folder. */
  readonly path: string;
  /** As a formatter would leave it. */
  readonly text: string;
}

/** The result of a generator for one name. */
export interface Blueprint {
  /** The first is what the name asked for. */
  readonly files: readonly GeneratedFile[];
  /** The names they declare: that of the class, for example. */
  readonly declares: readonly string[];
  /** The unique name that it gets in the application, such as the signature of a rule; null if it has none. */
  readonly claims: string | null;
  /** How the application gets to know it; null when its author says so where it is used. */
  readonly registration: Registration | null;
  /** Next steps for you, one sentence a line; shown when everything is written. */
  readonly next: readonly string[];
}
