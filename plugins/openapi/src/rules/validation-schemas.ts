import { type Application, FrameworkError } from '@taproot/core';
import type { AuthorFrame } from '@taproot/core/internal';
import type * as Validation from '@taproot/validation';
import type * as Schema from '@taproot/validation/schema';
import type { JsonObject } from '../json.ts';
import type { Gap, RuleEntry, RuleLists } from '../reader/type-reader.ts';
import type { RulesMode, RulesSchema, RulesSchemas } from './rules-schemas.ts';

const nothing: RulesSchema = { schema: { type: 'object' }, files: false, encoding: {}, gaps: [] };

/**
 * The schemas of the rules of @taproot/validation and of the rules that the application adds. Without that package there are no rules.
 * `tables` is false if `x-taproot-rules` should not name tables.
 */
export const validationSchemas = async (app: Application, tables: boolean): Promise<RulesSchemas> => {
  const own = app.provided('ownRules')?.();
  if (own === undefined) return { of: () => nothing, running: () => nothing };
  const [{ Rule }, schemas] = await Promise.all([import('@taproot/validation'), import('@taproot/validation/schema')]);
  const made = new ValidationSchemas(Rule, schemas, own);
  if (tables) return made;
  const bare = (read: RulesSchema): RulesSchema => ({ ...read, schema: withoutTables(read.schema) });
  return {
    of: (rules, mode, place) => bare(made.of(rules, mode, place)),
    running: (rules, mode, place) => bare(made.running(rules, mode, place)),
  };
};

/** The schema in which `exists:users,email` is `exists`. */
const withoutTables = (schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'x-taproot-rules' && Array.isArray(value)
      ? value.map((rule) => String(rule).replace(/^(exists|unique):[^]*$/, '$1'))
      : value,
  ) as JsonObject;

class ValidationSchemas implements RulesSchemas {
  readonly #rule: typeof Validation.Rule;
  readonly #schemas: typeof Schema;
  readonly #own: readonly Validation.RuleDefinition[];

  constructor(rule: typeof Validation.Rule, schemas: typeof Schema, own: readonly Validation.RuleDefinition[]) {
    this.#rule = rule;
    this.#schemas = schemas;
    this.#own = own;
  }

  of(rules: Readonly<Record<string, RuleLists>>, mode: RulesMode, place: AuthorFrame): RulesSchema {
    const written = Object.entries(rules).map(([field, lists]) => [field, this.#written(lists)] as const);
    return this.running(Object.fromEntries(written), mode, place);
  }

  running(rules: object, mode: RulesMode, place: AuthorFrame): RulesSchema {
    const written = Object.entries(rules) as readonly (readonly [field: string, rules: unknown])[];
    const options = { mode, view: 'advised', rules: this.#own } as const;
    const schemaOf = (fields: typeof written) => this.#schemas.schemaOf(Object.fromEntries(fields), options);
    const whole = made(() => schemaOf(written), place);
    const mistakes: Gap[] = [];
    const isRight = (field: (typeof written)[number]): boolean => {
      const alone = made(() => schemaOf([field]), place);
      if ('mistake' in alone) mistakes.push(alone.mistake);
      return !('mistake' in alone);
    };
    const { schema, mediaTypes, encoding, gaps } = 'mistake' in whole ? schemaOf(written.filter(isRight)) : whole.value;
    const silent = gaps
      .filter(({ rule }) => !this.#hasSchema(rule))
      .map(({ rule, field }) => noSchema(rule, field, place));
    return {
      schema: { ...schema },
      files: !mediaTypes.includes('application/json'),
      encoding,
      gaps: [...mistakes, ...silent],
    };
  }

  /** Several lists mean that a condition chooses one of them for each request. */
  #written(lists: RuleLists): unknown {
    const [last, ...others] = lists.map((list) => this.#list(list)).toReversed();
    return others.reduce<unknown>((otherwise, list) => this.#when(() => true, list, otherwise), last ?? []);
  }

  #list(entries: readonly RuleEntry[]): unknown {
    const [only] = entries;
    if (entries.length === 1 && typeof only === 'object' && 'text' in only) return only.text;
    return entries.map((entry) => this.#entry(entry));
  }

  /** In a list of rules a string is one rule. The string of a condition may contain several. */
  #entry(entry: RuleEntry): unknown {
    if (typeof entry === 'string') return entry;
    if ('text' in entry) return this.#when(true, entry.text, []);
    const { rule, parameters, sets } = entry;
    return { rule, parameters, ...(sets === undefined ? {} : { options: sets.map((set) => this.#list(set)) }) };
  }

  #when(condition: boolean | (() => boolean), rules: unknown, otherwise: unknown): unknown {
    // The rules were read from code that compiled, so their text is not checked again.
    return this.#rule.when(condition, rules as never, otherwise as never);
  }

  #hasSchema(rule: string): boolean {
    const [name = ''] = rule.split(':');
    if (name === 'when' || Object.hasOwn(this.#schemas.ruleSchemas, name)) return true;
    return this.#own.some((own) => own.name === name && own.schema !== undefined);
  }
}

/** The result of `make`, or a mistake in rules that the compiler did not find, such as `min:abc`. */
const made = <Value>(make: () => Value, place: AuthorFrame): { readonly value: Value } | { readonly mistake: Gap } => {
  try {
    return { value: make() };
  } catch (error) {
    if (!(error instanceof FrameworkError) || !/^E_(?:RULE|FIELD)_/.test(error.code)) throw error;
    const { message, fix = 'Correct it' } = error;
    const [said, wanted] = [message.replace(/\.$/, ''), fix.replace(/\.$/, '')];
    return { mistake: { code: 'E_OPENAPI_RULES', message: said, fix: wanted, place } };
  }
};

const noSchema = (rule: string, field: string, place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_RULES',
  message: `The rule ${rule} of "${field}" has no JSON Schema`,
  fix: 'Give the rule a method schema(), which returns the schema of the values that it accepts',
  place,
});
