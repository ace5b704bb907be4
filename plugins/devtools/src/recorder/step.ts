/** The kinds of work in a request: those of the core's channels, and those that plugins declare. */
export type StepKind = 'middleware' | 'handler' | 'hook' | 'validation' | 'query' | 'throttle' | 'gate' | (string & {});

/** The rules that a validation has for one field, as strings: `required`, `max:5`. Rules that are objects are left out. */
export interface RulesOfField {
  readonly field: string;
  readonly rules: readonly string[];
}

/** A piece of work during a request. Times are milliseconds since the request arrived. */
export interface Step {
  readonly kind: StepKind;
  /** The signature of a middleware, the name of a handler, hook, limiter or ability, the fields of a validation, the SQL. */
  readonly name: string;
  /** The plugin that does the work; `app` for the application itself. */
  readonly plugin: string;
  /** Further facts in a few words: the connection of a query. */
  detail: string;
  /** The rules of a validation; empty for other kinds. */
  readonly rules: readonly RulesOfField[];
  readonly start: number;
  /** When the step ended; null while it runs, or if it never ended. */
  end: number | null;
  /** The step that it runs within; null for the request itself. */
  readonly parent: Step | null;
  /** How many steps contain this one. */
  readonly depth: number;
  /** Whether it passed or allowed. Null while the outcome is unknown, and for other kinds. */
  outcome: boolean | null;
  /** Code and message of the error that it threw; empty when it did not fail. */
  error: string;
  /** Whether a tap replaced the response that it got. */
  replaced: boolean;
}
