import { declaredKind, isParsed } from '../engine/compile-field.ts';
import type { FieldRule, ParsedRule } from '../engine/parse-rules.ts';
import { conjoin, conjoinAll } from '../json-schema/conjoin.ts';
import { nonEmpty } from '../json-schema/facts.ts';
import { type JsonSchema, typesOf } from '../json-schema/json-schema.ts';
import type { Condition, Conditional, RuleSchema, RuleUse, SchemaMode } from '../rules/rule-schema.ts';
import type { DeclaredKind } from '../values/size.ts';
import type { GapList } from './gaps.ts';
import { confirmationOf } from './rules/comparisons.ts';
import { orBlank, orNull } from './widen.ts';

/** The parts that the schemas of all fields share. */
export interface SchemaFrame {
  readonly mode: SchemaMode;
  readonly advised: boolean;
  readonly typed: boolean;
  readonly gaps: GapList;
  /** How a rule narrows its field; null if the rule has no schema. */
  schemaOf(rule: ParsedRule): RuleSchema | null;
  /** Reads rules for a field. */
  parse(rules: unknown, field: string): readonly FieldRule[];
  kindOf(field: string): DeclaredKind;
}

/** The schema of one field, made from its rules. */
export interface FieldSchema {
  readonly schema: JsonSchema;
  /** Whether the field may be absent. */
  readonly absent: boolean;
  readonly conditionals: readonly Conditional[];
  readonly exclusions: readonly (Condition | true)[];
  /** Media types of accepted files; null if it accepts none. */
  readonly files: readonly string[] | null;
  /** The field that must have the same value; null for none. */
  readonly confirmation: string | null;
}

/** The text of a rule; for a rule object, an equal text. */
const textOf = (rule: FieldRule): string => {
  if (!isParsed(rule)) return 'function';
  const { name, parameters, definition } = rule;
  if (parameters.length === 0) return name;
  return `${name}:${definition.raw === true ? parameters.join(',') : parameters.map((parameter) => parameter.replaceAll(',', '\\,')).join(',')}`;
};

interface Told {
  readonly use: RuleUse;
  readonly schema: RuleSchema;
  readonly rule: ParsedRule;
}

/** The uses of a field's rules. Rules without a schema are left out and become gaps. */
const usesOf = (rules: readonly FieldRule[], field: string, frame: SchemaFrame, notes: string[]): readonly Told[] => {
  const parsed = rules.filter(isParsed);
  const kind = declaredKind(parsed);
  const { mode, advised, gaps } = frame;
  // If a field has a rule on files, other rules do not convert its value.
  const typed = frame.typed && !parsed.some(({ definition }) => definition.coerces === 'file');
  return rules.flatMap((rule) => {
    const text = textOf(rule);
    const schema = isParsed(rule) ? frame.schemaOf(rule) : null;
    if (!isParsed(rule) || schema === null) {
      gaps.add(field, text, 'none', isParsed(rule) ? 'the rule has no schema()' : 'a function has no schema');
      return [];
    }
    const use: RuleUse = {
      parameters: rule.parameters,
      options: rule.options,
      field,
      leaf: /(?:^|(?<!\\)\.)((?:\\[^]|[^.\\])+)$/.exec(field)?.[1] ?? field,
      kind,
      mode,
      advised,
      typed,
      has: (name, parameter) =>
        parsed.some(
          ({ definition, parameters }) =>
            definition.name === name && (parameter === undefined || parameters.includes(parameter)),
        ),
      kindOf: (other) => frame.kindOf(other),
      nested: (inner) => nestedSchema(inner, field, frame),
      loose: (reason) => gaps.add(field, text, 'inexact', reason),
      gap: (reason) => gaps.add(field, text, 'none', reason),
      note: (sentence) => void notes.push(sentence),
    };
    const { exactness } = schema;
    if (exactness !== 'exact' && schema.exactIn?.(use) !== true) gaps.add(field, text, exactness, schema.beyond ?? '');
    return [{ use, schema, rule }];
  });
};

/** The schema of rules for the same value, for `any_of`. All rules run, also on blank values; control rules are ignored. */
const nestedSchema = (rules: unknown, field: string, frame: SchemaFrame): JsonSchema => {
  const notes: string[] = [];
  // Not typed, because only the rules of the field itself convert values.
  const told = usesOf(frame.parse(rules, field), field, { ...frame, typed: false }, notes);
  const said = told.flatMap(({ schema, use }) => [
    ...(schema.always === undefined ? [] : [schema.always(use).schema]),
    ...(schema.value === undefined ? [] : [schema.value(use)]),
  ]);
  const description = notes.length === 0 ? {} : { description: notes.join(' ') };
  return conjoin(conjoinAll(said), description);
};

// Removes the pattern that a rule which refuses blank strings already implies.
const { pattern: _pattern, ...nonEmptyBesideText } = nonEmpty;

const fileSchema = (types: readonly string[], isList: boolean): JsonSchema => {
  const [only] = types;
  const mediaType = types.length === 1 && only?.endsWith('*') === false ? { contentMediaType: only } : {};
  const file: JsonSchema = { type: 'string', format: 'binary', ...mediaType };
  return isList ? { type: 'array', items: file } : file;
};

const covers = (type: string, other: string): boolean =>
  type === other || (type.endsWith('/*') && other.startsWith(type.slice(0, -1)));

/** The media types that all rules accept: of `image/*` and `image/png`, only the second. Rules without types accept any. */
const typesOfAll = (files: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...others] = files.filter((types) => types.length > 0);
  return others.reduce<readonly string[]>((kept, types) => {
    const both = [
      ...kept.filter((type) => types.some((other) => covers(other, type))),
      ...types.filter((type) => kept.some((other) => covers(other, type))),
    ];
    return both.length > 0 ? [...new Set(both)] : kept;
  }, first);
};

/** Moves what applies to several types into the alternatives, which have one each: tools cannot read both side by side. */
const byAlternative = (schema: JsonSchema): JsonSchema => {
  const { anyOf, type, pattern, minItems, minProperties, ...rest } = schema;
  if (anyOf === undefined || !Array.isArray(type)) return schema;
  const shared: JsonSchema = {
    type,
    ...(pattern === undefined ? {} : { pattern }),
    ...(minItems === undefined ? {} : { minItems }),
    ...(minProperties === undefined ? {} : { minProperties }),
  };
  return { ...rest, anyOf: anyOf.map((part) => conjoin(part, shared)) };
};

/** The schema of a field by its own rules. */
export const fieldSchema = (rules: readonly FieldRule[], field: string, frame: SchemaFrame): FieldSchema => {
  const notes: string[] = [];
  const told = usesOf(rules, field, frame, notes);
  const has = (control: string): boolean => told.some(({ rule }) => rule.definition.control === control);
  const always = told.flatMap(({ schema, use }) => schema.always?.(use) ?? []);
  const files = told.flatMap(({ schema, use }) => (schema.files === undefined ? [] : [schema.files(use)]));
  const mediaTypes = typesOfAll(files);
  const isSolid = told.some(({ schema }) => schema.solid === true);
  const values = conjoinAll(told.flatMap(({ schema, use }) => schema.value?.(use) ?? []));
  const asked = files.length > 0 ? conjoin(fileSchema(mediaTypes, declaredKind(rules) === 'array'), values) : values;
  const says = always.map(({ schema }) =>
    schema === nonEmpty && (isSolid || files.length > 0) ? nonEmptyBesideText : schema,
  );
  const withNull = has('nullable') && frame.mode === 'json' ? orNull(asked) : asked;
  const rejectsBlank = always.some(
    ({ schema }) => schema === nonEmpty || typesOf(schema)?.includes('string') === false,
  );
  const widened = rejectsBlank || frame.advised ? withNull : orBlank(withNull);
  const whole = says.reduce(conjoin, widened);
  const schema = frame.advised ? byAlternative(whole) : whole;
  return {
    schema: {
      ...schema,
      ...(notes.length === 0 ? {} : { description: [...new Set(notes)].join(' ') }),
      'x-taproot-rules': rules.map(textOf),
    },
    absent: has('sometimes') || always.every(({ absent }) => absent),
    conditionals: told.flatMap(({ schema: said, use }) => {
      const conditional = said.conditional?.(use);
      if (conditional === undefined) return [];
      if (!has('sometimes')) return [conditional];
      const fields = conditional.fields.map((one) =>
        one.field === field ? { ...one, always: { ...one.always, absent: true } } : one,
      );
      return [{ ...conditional, fields }];
    }),
    exclusions: told.flatMap(({ schema: said, use }) => said.excludes?.(use) ?? []),
    files: files.length > 0 ? mediaTypes : null,
    confirmation: told
      .filter(({ rule }) => rule.definition.name === 'confirmed')
      .map(({ use }) => confirmationOf(field, use.parameters))
      .reduce<string | null>((_, other) => other, null),
  };
};
