import type { Application } from '@taproot/core';
import type { Blueprint } from './blueprint.ts';
import type { GeneratedName } from './generated-name.ts';

/** One run of a generator: the application, and the options that the user typed. */
export interface GeneratorRun<Options extends object = object> {
  /** The booted application; its server is not started. */
  readonly app: Application;
  /** The options by name. */
  readonly options: Options;
  /** The text of a file, by its path from the application's folder; null when there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /** Whether a file exists, by its path from the application's folder. */
  readonly exists: (path: string) => Promise<boolean>;
  /** Makes the error for a name that belongs to `owner`; throw it in `checkName()`. */
  readonly taken: (name: string, owner: string, suggestion: string) => Error;
}

/**
 * A generator: it writes source files for the names it is given, and registers them. This package makes a command of it. The command
 * accepts several names, folders in front of them, and `--force`, and refuses names that cannot be files.
 * @example export const makeJob: Generator = { kind: 'job', blueprint: (name) => ({ files: [{ path: `app/jobs/${name.path}.ts`, text:
 * `export const ${name.camel} = () => undefined;\n` }], declares: [name.camel], claims: null, registration: null, next: [], }), };
 */
export interface Generator<Options extends object = object> {
  /** The generated thing, as a noun in sentences: `rule`. */
  readonly kind: string;
  /** Text that `--help` shows after the options. */
  readonly details?: string;
  /** Examples that `--help` shows: a description and the command line. */
  readonly examples?: readonly (readonly [label: string, line: string])[];
  /** Options of its own: `() => ({ resource: Option.Boolean('--resource', false) })`. */
  readonly options?: () => Options;
  /** The files for a name. Must return the same files for the same name and options, and must not write anything. */
  blueprint(name: GeneratedName, run: GeneratorRun<Options>): Blueprint | Promise<Blueprint>;
  /** Throws for a name that is already taken. Called before any file is written. */
  checkName?(name: GeneratedName, run: GeneratorRun<Options>): void | Promise<void>;
}
