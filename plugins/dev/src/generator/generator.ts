import type { Application } from '@taproot/core';
import type { Blueprint } from './blueprint.ts';
import type { GeneratedName } from './generated-name.ts';

/** One run of a generator: the application, and what the user typed beside the names. */
export interface GeneratorRun<Options extends object = object> {
  /** The booted application; its server is not started. */
  readonly app: Application;
  /** The options by name. */
  readonly options: Options;
  /** The text of a file of the application, by its path from the folder of that; null when there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /** Whether a file of the application is there. */
  readonly exists: (path: string) => Promise<boolean>;
  /** The error for a name that belongs to `owner`, to be thrown by `checkName()`. */
  readonly taken: (name: string, owner: string, suggestion: string) => Error;
}

/**
 * A generator: it writes source files for the names it is given, and registers them. This package makes a command of it, with
 * several names, folders in front of them, `--force`, and refusals of what cannot be written.
 * @example
 * export const makeJob: Generator = {
 *   kind: 'job',
 *   blueprint: (name) => ({
 *     files: [{ path: `app/jobs/${name.path}.ts`, text: `export const ${name.camel} = () => undefined;\n` }],
 *     declares: [name.camel],
 *     claims: null,
 *     registration: null,
 *     next: [],
 *   }),
 * };
 */
export interface Generator<Options extends object = object> {
  /** The generated thing, as a noun in sentences: `rule`. */
  readonly kind: string;
  /** Text that `--help` shows after the options. */
  readonly details?: string;
  /** Examples that `--help` shows: what each does, and the line. */
  readonly examples?: readonly (readonly [label: string, line: string])[];
  /** Options of its own: `() => ({ resource: Option.Boolean('--resource', false) })`. */
  readonly options?: () => Options;
  /** The files for a name. The same name and options always give the same files, and nothing is written yet. */
  blueprint(name: GeneratedName, run: GeneratorRun<Options>): Blueprint | Promise<Blueprint>;
  /** Throws for a name that means something else already. Called before anything is written. */
  checkName?(name: GeneratedName, run: GeneratorRun<Options>): void | Promise<void>;
}
