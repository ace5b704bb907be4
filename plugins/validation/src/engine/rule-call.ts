import { errors } from '../errors.ts';
import { type FieldPath, type Segment, tryFieldPath, wildcard } from '../language/field-path.ts';
import type { AllValues, Check, FieldRef, RuleCall, Scope } from '../rules/definition.ts';
import { isMap, own } from '../values/records.ts';
import type { DeclaredKind } from '../values/size.ts';
import { fixOf, type ParsedRule } from './parse-rules.ts';

/** The parts that the rules of one field share while they are compiled. */
export interface FieldFrame {
  readonly path: FieldPath;
  /** All rules that apply to the field, functions left out. */
  readonly siblings: readonly ParsedRule[];
  readonly kind: DeclaredKind;
  /** Kind of any field of the rules map. */
  readonly kindOf: (field: string) => DeclaredKind;
  /** Rules of any field of the rules map. */
  readonly rulesOf: (field: string) => readonly ParsedRule[];
  /** Compiles rules for the same value. */
  readonly nested: (rules: unknown) => Check;
}

/** One use of a rule, as the rule sees it. */
export const makeCall = (rule: Pick<ParsedRule, 'name' | 'parameters' | 'options'>, frame: FieldFrame): RuleCall => {
  const { name, parameters, options } = rule;
  const { path, siblings, kind, nested } = frame;
  const { text: field, segments } = path;
  const last = segments.at(-1);
  const call: RuleCall = {
    name,
    parameters,
    options,
    field,
    leaf: typeof last === 'string' ? last : '*',
    kind,
    wildcard: path.wildcards > 0,
    token: rule,
    sibling: (wanted) => parametersOf(siblings, wanted),
    ref: (parameter) => makeRef(parameter, frame),
    beside: (leaf) => {
      const parent = field.slice(0, field.length - lastLength(field));
      return { ...makeRef(parent + leaf.replaceAll(/[.*]/g, String.raw`\$&`), frame), name: parent + leaf };
    },
    nested,
    fail: (reason, hint = '') => {
      throw errors.E_RULE_PARAMETERS({ rule: name, field, reason, hint, fix: fixOf(name) });
    },
  };
  return Object.freeze(call);
};

const parametersOf = (rules: readonly ParsedRule[], name: string): readonly string[] | null =>
  rules.find(({ definition }) => definition.name === name)?.parameters ?? null;

const makeRef = (name: string, { path, kindOf, rulesOf }: FieldFrame): FieldRef => {
  const target = tryFieldPath(name);
  // A plain value, in a rule that takes either.
  if (target === null) return { name, kind: null, ruled: false, sibling: () => null, read: () => undefined, all: null };
  const { text, segments } = target;
  return {
    name,
    kind: kindOf(text),
    ruled: rulesOf(text).length > 0,
    sibling: (wanted) => parametersOf(rulesOf(text), wanted),
    read: compileReader(segments, path.segments),
    all: compileAll(segments, path.segments),
  };
};

/** Length of a path's last segment as written, escapes included. */
const lastLength = (field: string): number => /(?:^|(?<!\\)\.)((?:\\[^]|[^.\\])+)$/.exec(field)?.[1]?.length ?? 0;

/** Reads a field of the input; undefined when absent. */
export type Reader = (scope: Scope) => unknown;

/** A key; the depth of the wildcard whose key is taken; null for a wildcard more than there are keys for. */
type Step = string | number | null;

/** The nth `*` takes the key that the nth `*` of `from` matches at that moment. */
const stepsOf = (segments: readonly Segment[], from: readonly Segment[]): readonly Step[] => {
  const positions = from.flatMap((segment, position) => (segment === wildcard ? [position] : []));
  let star = 0;
  return segments.map((segment) => (segment === wildcard ? (positions[star++] ?? null) : segment));
};

const take = (container: unknown, step: Step, scope: Scope): unknown => {
  if (step === null) return undefined;
  return own(container, typeof step === 'number' ? (scope.path[step] ?? '') : step);
};

/** Compiles a path into its reader. A wildcard more than `from` has finds nothing. */
export const compileReader = (segments: readonly Segment[], from: readonly Segment[]): Reader => {
  const [first] = segments;
  if (segments.length === 1 && typeof first === 'string') return (scope) => own(scope.root, first);
  const steps = stepsOf(segments, from);
  return (scope) => {
    let value: unknown = scope.root;
    for (const step of steps) {
      value = take(value, step, scope);
      if (value === undefined) return undefined;
    }
    return value;
  };
};

/** Compiles a path into all values that it can mean, seen from the field `from`. Null if it means exactly one value. */
export const compileAll = (segments: readonly Segment[], from: readonly Segment[]): AllValues | null => {
  // A `*` is the key of `from` as long as both go the same way.
  let parting = 0;
  while (parting < segments.length && segments[parting] === from[parting]) parting++;
  const open = segments.indexOf(wildcard, parting);
  if (open === -1) return null;
  const rest = segments.slice(open);
  return {
    holder: compileReader(segments.slice(0, open), from),
    within: (holder) => {
      let values: readonly unknown[] = [holder];
      for (const segment of rest)
        values = values.flatMap((value) => (segment === wildcard ? entriesOf(value) : [own(value, segment)]));
      return values.filter((value) => value !== undefined);
    },
  };
};

const entriesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isMap(value) ? Object.values(value) : [];
};
