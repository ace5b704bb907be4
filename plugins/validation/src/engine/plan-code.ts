import { isKey, wildcard } from '../language/field-path.ts';
import { isBlank } from '../values/is-empty.ts';
import { emptyMap, isMap, own } from '../values/records.ts';
import type { PlannedField, Verdict } from './compiled-field.ts';

/** A run, as the code of its plan sees it. */
export interface VisitedRun {
  path: readonly (string | number)[];
  readonly typed: boolean;
  /** Whether no more failures are looked for. */
  readonly isFull: boolean;
  /** Most concrete fields that one field may match. */
  readonly most: number;
  /** Visits all concrete fields of the field, the long way. */
  visit(field: PlannedField): void;
  /** Asks the field's rules about a value; from the one at `from` on, when that has given its verdict already. */
  evaluate(field: PlannedField, value: unknown, from?: number, verdict?: Verdict | Promise<Verdict>): void;
}

/** Visits some fields of a plan. */
export type Visit = (run: VisitedRun, root: unknown) => void;

/** Copies the keys that rules cover; undefined when a map has none of them. */
export type Copy<Source> = (from: unknown, source: Source) => Record<string, unknown> | undefined;

/** One key that is copied. */
export interface CopiedKey<Source> {
  readonly key: string;
  /** Whether a scalar stays as it came. */
  readonly isPlain: boolean;
  /** Copies a map; null when `take` does. */
  readonly map: Copy<Source> | null;
  /** Whether scalars in a list stay as they came. */
  readonly isPlainList: boolean;
  /** The part of any other value that is kept; undefined for none. */
  readonly take: (value: unknown, source: Source) => unknown;
}

// V8 does not compile functions well that grow beyond some hundred lines.
const mostFields = 12;

/**
 * Generates straight-line code that visits the fields of a plan in their order, as the loop of `Run` does. The loop reads every
 * key and asks every rule at one place in the code, where V8 has to look them up; here each has a place of its own. A wildcard
 * in a list is a loop of its own; for whatever is less common the code calls the run.
 *
 * Node refuses this under `--disallow-code-generation-from-strings`, where tapable cannot make its hooks either.
 */
export const generateVisits = (fields: readonly PlannedField[]): readonly Visit[] =>
  Array.from({ length: Math.ceil(fields.length / mostFields) }, (_, i) => {
    const code = new Code('run, root');
    for (const field of fields.slice(i * mostFields, (i + 1) * mostFields)) visitField(code, field);
    return code.compile() as Visit;
  });

/** Generates code that copies the covered keys of a map; null for more keys than one function should have. */
export const generateCopy = <Source>(keys: readonly CopiedKey<Source>[]): Copy<Source> | null => {
  if (keys.length > 2 * mostFields) return null;
  const code = new Code('root, source');
  for (const { key, isPlain, map, isPlainList, take } of keys) {
    code.read('root', key);
    code.add('if (value !== undefined) {');
    if (isPlain) code.add("if (typeof value === 'object')");
    if (map !== null) code.add(`if (isMap(value)) value = ${code.give(map)}(value, source) ?? emptyMap(); else`);
    if (isPlainList) code.add(`if ((list = plainList(value)) !== null) value = list; else`);
    code.add(`value = ${code.give(take)}(value, source);`);
    code.add(`if (value !== undefined) (to ??= emptyMap())[${JSON.stringify(key)}] = value;`, '}');
  }
  return code.add('return to;').compile() as Copy<Source>;
};

/** A copy of a list without lists, maps and gaps; null for any other value. */
const plainList = (value: unknown): unknown[] | null => {
  if (!Array.isArray(value)) return null;
  for (const entry of value as readonly unknown[])
    if (entry === undefined || (typeof entry === 'object' && entry !== null)) return null;
  return value.slice();
};

const visitField = (code: Code, field: PlannedField): void => {
  const { segments, wildcards } = field.path;
  const name = code.give(field);
  if (wildcards > 1 || field.meets.length > 0) {
    code.add(`run.visit(${name});`);
    return;
  }
  const at = field.keys === null ? segments.indexOf(wildcard) : segments.length;
  const [first, ...deeper] = segments.slice(0, at).filter(isKey);
  if (first === undefined) code.add('value = root;');
  else code.read('root', first);
  for (const key of deeper) code.read('value', key);
  if (field.keys !== null) {
    code.add(`run.path = ${code.give(field.keys)};`);
    askRules(code, field, name);
    return;
  }
  code.add(
    'list = value;',
    `if (!Array.isArray(list) || list.length > run.most) run.visit(${name});`,
    'else {',
    `run.path = path = ${JSON.stringify(segments.map((segment) => (isKey(segment) ? segment : '')))};`,
    'for (let i = 0; i < list.length; i++) {',
    `path[${at}] = i;`,
    'value = list[i];',
  );
  for (const key of segments.slice(at + 1).filter(isKey)) code.read('value', key);
  askRules(code, field, name);
  code.add('} }');
};

const askRules = (code: Code, field: PlannedField, name: string): void => {
  const miss = (more: string): string => `{ run.evaluate(${name}, value${more}); if (run.isFull) return; }`;
  code.add(`if (value === undefined || value === null || typeof value === 'string' && isBlank(value)) ${miss('')}`);
  field.rules.forEach(({ check }, i) => {
    code.add(`else if ((verdict = ${code.give(check)}(value, run)) !== true) ${miss(`, ${i}, verdict`)}`);
  });
  if (field.conversion === null) return;
  const convert = code.give(field.conversion.convert);
  code.add(`else if (run.typed && ${convert}(value) === undefined) ${miss(`, ${field.rules.length}`)}`);
};

let made = 0;

/** Whether members can be read in place: of a map without prototype, or with that of all objects. */
const isOpen = (name: string): string =>
  `typeof ${name} === 'object' && ${name} !== null && ((above = prototypeOf(${name})) === plain || above === null)`;

/** The lines of a function of `root`. Rules are handed over as values and keys are written as JSON: no other text gets in. */
class Code {
  readonly #lines: string[] = [];
  readonly #given: unknown[] = [];
  readonly #parameters: string;

  constructor(parameters: string) {
    this.#parameters = parameters;
  }

  add(...lines: readonly string[]): this {
    this.#lines.push(...lines);
    return this;
  }

  /** The name by which the code may use a value. */
  give(value: unknown): string {
    return `given${this.#given.push(value) - 1}`;
  }

  /** Puts a member into `value`, as `own()` reads it. To ask about the prototype for every key takes longer than to read it. */
  read(container: 'root' | 'value', key: string): void {
    const name = JSON.stringify(key);
    const [from, open] = container === 'root' ? ['root', 'rootIsOpen'] : ['from', 'isOpen'];
    if (container === 'value') this.add('from = value;', `isOpen = ${isOpen('from')};`);
    this.add(
      `value = ${open} ? ${from}[${name}] : own(${from}, ${name});`,
      // It may be inherited.
      `if (value === plain[${name}] && value !== undefined) value = own(${from}, ${name});`,
    );
  }

  compile(): unknown {
    const tools = {
      own,
      isBlank,
      isMap,
      emptyMap,
      plainList,
      plain: Object.prototype,
      prototypeOf: Object.getPrototypeOf,
    };
    const names = [...Object.keys(tools), ...this.#given.map((_, i) => `given${i}`)];
    const text = [
      // V8 builds the values of constants into its code, but not those of parameters.
      `'use strict'; const [${names.join(', ')}] = given; return (${this.#parameters}) => {`,
      'let value, from, isOpen, above, verdict, path, list, to;',
      `const rootIsOpen = ${isOpen('root')};`,
      ...this.#lines,
      // Each function has a text of its own; otherwise V8 would share its type feedback between plans.
      `};\n//# sourceURL=taproot:plan-${++made}`,
    ].join('\n');
    // oxlint-disable-next-line typescript/no-implied-eval -- the text has only our words and numbers
    const make = new Function('given', text) as (given: readonly unknown[]) => unknown;
    return make([...Object.values(tools), ...this.#given]);
  }
}
