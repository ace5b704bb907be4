import { errors } from '../errors.ts';
import { type FieldPath, tryFieldPath } from '../parse/field-path.ts';
import { fixOf, type ParsedRule } from '../parse/parsed-rule.ts';
import type { Check, FieldRef, RuleCall } from '../rule/rule.ts';
import type { DeclaredKind } from '../values/size.ts';
import { compileAll, compileReader } from './field-ref.ts';

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
