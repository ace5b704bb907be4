import { type Context, FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { isPromise, lazy, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { parseFieldPath } from '../language/field-path.ts';
import type { SchemaResult, StandardSchema } from '../language/standard-schema.ts';
import { defineRule } from '../rules/definition.ts';
import { RuleRegistry } from '../rules/registry.ts';
import { isIndex, isRecord } from '../values/records.ts';
import { compileField } from './compile-field.ts';
import type { CompiledField, CompiledRule } from './compiled-field.ts';
import type { EndedRun, Failure } from './failure.ts';
import { parseRules } from './parse-rules.ts';

/** The parts of a schema's run besides its value. */
export interface SchemaHost {
  readonly ctx: Context | null;
  readonly locale: string;
  /** Issues after which the others are left out. */
  readonly most: number;
  /** Seconds that an async schema may take. */
  readonly timeout: number;
}

/**
 * Judges a value by a schema. Returns a promise only if the schema does.
 * @throws E_SCHEMA_FAILED when the schema throws, E_SCHEMA_RESULT when it gives no result, E_SCHEMA_TIMEOUT when it takes too long.
 */
export const runSchema = (schema: StandardSchema, value: unknown, host: SchemaHost): EndedRun | Promise<EndedRun> => {
  const standard = schema['~standard'];
  const { vendor } = standard;
  const ended = (result: SchemaResult): EndedRun => new SchemaRun(vendor, result, value, host);
  let result: SchemaResult | Promise<SchemaResult>;
  try {
    result = standard.validate(value);
  } catch (error) {
    throw failed(vendor, error);
  }
  if (!isPromise(result)) return ended(result);
  const { timeout } = host;
  const settled = result.then(ended, (error: unknown) => {
    throw failed(vendor, error);
  });
  return withDeadline(settled, timeout, () => errors.E_SCHEMA_TIMEOUT({ vendor, seconds: timeout }));
};

/** A run that failed as a whole, with one message under the name `''`. */
export const failedRun = (value: unknown, message: string, host: SchemaHost): EndedRun =>
  new SchemaRun('rules', { issues: [{ message }] }, value, host);

/** A value that a schema has judged. */
class SchemaRun implements EndedRun {
  readonly failures: readonly Failure[];
  readonly ctx: Context | null;
  readonly locale: string;
  readonly #result: SchemaResult;
  readonly #value: unknown;

  constructor(vendor: string, result: SchemaResult, value: unknown, { ctx, locale, most }: SchemaHost) {
    if (typeof result !== 'object' || result === null || !('value' in result || result.issues))
      throw errors.E_SCHEMA_RESULT({ vendor });
    this.#result = result;
    this.#value = value;
    this.ctx = ctx;
    this.locale = locale;
    this.failures = result.issues ? failuresOf(vendor, result.issues.slice(0, most)) : [];
  }

  valid(): unknown {
    return 'value' in this.#result ? this.#result.value : undefined;
  }

  whole(): Readonly<Record<string, unknown>> {
    const valid = this.valid();
    return { ...(isRecord(this.#value) ? this.#value : {}), ...(isRecord(valid) ? valid : {}) };
  }
}

type Issue = NonNullable<SchemaResult['issues']>[number];

/** A library may say more than once that a field is wrong, so each issue of a field has a rule of its own: `schema`, `schema2`. */
const failuresOf = (vendor: string, issues: readonly Issue[]): Failure[] => {
  // Issues without a list would be valid data.
  if (issues.length === 0) throw errors.E_SCHEMA_RESULT({ vendor });
  const counts = new Map<string, number>();
  const { field, rule } = blank();
  return issues.map(({ message, path = [] }, order) => {
    const keys = keysOf(path);
    const place = JSON.stringify(keys);
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const call = count === 1 ? rule.call : { ...rule.call, name: `schema${count}` };
    return { keys, rule: { ...rule, call }, field, value: undefined, text: message, order };
  });
};

/** VineJS has a string with dots in place of the list that Standard Schema says. */
const keysOf = (path: NonNullable<Issue['path']> | string): (string | number)[] =>
  typeof path === 'string'
    ? path.split('.').map((key) => (isIndex(key) ? Number(key) : key))
    : path.map((step) => keyOf(typeof step === 'object' ? step.key : step));

const keyOf = (key: PropertyKey): string | number => (typeof key === 'symbol' ? (key.description ?? '') : key);

/** A rule and a field for failures, which bring their keys and their messages themselves. */
const blank = lazy((): { readonly field: CompiledField; readonly rule: CompiledRule } => {
  const registry = new RuleRegistry([defineRule({ name: 'schema', compile: () => () => false })]);
  const context = { registry, rulesOf: () => [], kindOf: () => null };
  const rules = parseRules('schema', 'schema', registry);
  const field = compileField({ path: parseFieldPath('schema'), rules }, context);
  const [rule] = field.rules;
  if (rule === undefined) throw new TypeError('A field of one rule has one');
  return { field: { ...field, keys: null, name: null, entries: null }, rule };
});

/** Errors of the application with a status, such as NotFoundError, stay as they are. */
const failed = (vendor: string, error: unknown): FrameworkError => {
  if (error instanceof FrameworkError) return error;
  return errors.E_SCHEMA_FAILED({ vendor, reason: reasonOf(error) }, { cause: error });
};
