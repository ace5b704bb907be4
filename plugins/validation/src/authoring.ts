import { checkBuiltIn } from './engine/rule-check.ts';
import { type Condition, freezeRules, type RuleSpec, type TypedRule, When } from './language/rule-spec.ts';
import type { AnyOfInput, AnyOfText, ChoiceText, WhenInput } from './types/alternatives.ts';
import type { FiltersInput } from './types/filters-input.ts';
import type { RulesMapInput } from './types/rules-input.ts';
import type { ColumnName, TableInput } from './types/table-names.ts';
import { toText } from './values/scalars.ts';

/** The value passes one of these sets of rules: `Rule.anyOf(['email', ['integer', 'min:1']])`. */
export const anyOfRule = <const Sets>(alternatives: AnyOfInput<Sets>): TypedRule<AnyOfText<Sets>> =>
  Object.freeze({ rule: 'any_of', parameters: [], options: alternatives });

type Scalar = string | number | bigint | boolean;

const spec = (rule: string, values: readonly Scalar[]): RuleSpec =>
  Object.freeze({ rule, parameters: Object.freeze(values.map((value) => toText(value) ?? '')) });

/** One of these values, which may contain any characters. */
export const inRule = <const Value extends Scalar>(values: readonly Value[]): TypedRule<ChoiceText<Value>> =>
  spec('in', values);

/** None of these values. */
export const notInRule = (values: readonly Scalar[]): RuleSpec => spec('not_in', values);

/** One of the values of a constant map, such as an enum or an `as const` object. */
export const enumRule = <const Map extends Readonly<Record<string, string | number>>>(
  map: Map,
): TypedRule<ChoiceText<Map[keyof Map]>> =>
  // A numeric enum also maps its numbers back to names.
  spec(
    'in',
    Object.entries(map).flatMap(([name, value]) => (/^-?\d/.test(name) && typeof value === 'string' ? [] : [value])),
  );

/** Builds the rule `password` step by step. Each method returns a new rule. */
export class PasswordRule implements RuleSpec {
  readonly rule = 'password';
  readonly parameters: readonly string[];

  constructor(parameters: readonly string[] = []) {
    this.parameters = Object.freeze(parameters);
  }

  /** The least number of characters. Default: 8. */
  min(characters: number): PasswordRule {
    return this.#with(`min=${characters}`);
  }

  /** The largest number of characters. Default: 128. */
  max(characters: number): PasswordRule {
    return this.#with(`max=${characters}`);
  }

  letters(): PasswordRule {
    return this.#with('letters');
  }

  /** Requires a capital and a small letter. */
  mixedCase(): PasswordRule {
    return this.#with('mixed_case');
  }

  numbers(): PasswordRule {
    return this.#with('numbers');
  }

  /** Requires a character that is neither a letter nor a digit, for example a space. */
  symbols(): PasswordRule {
    return this.#with('symbols');
  }

  #with(parameter: string): PasswordRule {
    return new PasswordRule([...this.parameters, parameter]);
  }
}

/** A password of 8 to 128 characters; its methods add requirements. */
export const passwordRule = (): PasswordRule => new PasswordRule();

type Value = string | number | boolean | null;
type Where = readonly { readonly column: string; readonly value: Value }[];

/** `Rule.exists('users', 'email')`: a row has the value. Names are checked, values bound. */
export class ExistsRule<Column extends string = string> implements RuleSpec {
  readonly rule: string = 'exists';
  readonly parameters: readonly string[];
  readonly options: Where | undefined;

  constructor(parameters: readonly string[], where?: Where) {
    this.parameters = parameters;
    this.options = where;
  }

  /** Searches only rows that also have this value. */
  where(column: Column, value: Value): ExistsRule<Column> {
    return new ExistsRule(this.parameters, [...(this.options ?? []), { column, value }]);
  }
}

/** `Rule.unique('users', 'email').ignore(user.id)`: no other row has the value. Names are checked, values bound. */
export class UniqueRule<Column extends string = string> implements RuleSpec {
  readonly rule: string = 'unique';
  readonly parameters: readonly string[];
  readonly options: Where | undefined;

  constructor(parameters: readonly string[], where?: Where) {
    this.parameters = parameters;
    this.options = where;
  }

  /** Searches only rows that also have this value. */
  where(column: Column, value: Value): UniqueRule<Column> {
    return new UniqueRule(this.parameters, [...(this.options ?? []), { column, value }]);
  }

  /** Leaves out the row with this id, because that is the row being changed. */
  ignore(id: string | number, column?: Column): UniqueRule<Column> {
    const [table = '', own = ''] = this.parameters;
    return new UniqueRule([table, own, column ?? 'id', String(id)], this.options);
  }
}

/** Rules as objects, for values that rule strings cannot contain, or that come from variables. */
export const Rule = Object.freeze({
  /** One of these values: `Rule.in(['a,b', 'c'])`. */
  in: inRule,
  /** None of these values: `Rule.notIn(['admin', 'root'])`. */
  notIn: notInRule,
  /** One of the values of a constant map or enum. */
  enum: enumRule,
  /** One of several sets of rules: `Rule.anyOf(['email', ['integer', 'min:1']])`. */
  anyOf: anyOfRule,
  /** A row has the value: `Rule.exists('users', 'email').where('active', true)`. */
  exists: <const Table extends string>(
    table: TableInput<Table>,
    ...columns: ColumnName<Table>[]
  ): ExistsRule<ColumnName<Table>> => new ExistsRule([table, ...columns]),
  /** No row has the value: `Rule.unique('users', 'email').ignore(user.id)`. */
  unique: <const Table extends string>(
    table: TableInput<Table>,
    column?: ColumnName<Table>,
  ): UniqueRule<ColumnName<Table>> => new UniqueRule([table, column ?? '']),
  /** Requirements for a new password: `Rule.password().min(12).mixedCase()`. */
  password: passwordRule,
  /** Rules that apply on a condition, and other rules that apply otherwise. */
  when: <const Rules, const Otherwise = readonly []>(
    condition: Condition,
    rules: WhenInput<Rules>,
    otherwise?: WhenInput<Otherwise>,
  ) => new When(condition, rules, otherwise ?? []),
});

/** Returns the filters unchanged, with their literal type, after a check by the compiler. For form requests. */
export const defineFilters = <const F>(filters: FiltersInput<F>): F =>
  // The cast is safe: the checked type is the map itself, but the compiler cannot follow that through a generic type.
  filters as unknown as F;

/**
 * Returns the rules unchanged, with their literal type, after a check by the compiler. Use it for form requests, and for rules outside of a
 * call. It checks the parameters of built-in rules at once. It freezes the map and its lists, so that their plan is made only once.
 *
 * @throws E_RULE_PARAMETERS, E_RULE_SHAPE and E_FIELD_PATH for invalid rules.
 */
export const defineRules = <const R>(rules: RulesMapInput<R>): R => {
  checkBuiltIn(rules);
  // The cast is safe: the checked type is the map itself, but the compiler cannot follow that through a generic type.
  return freezeRules(rules) as unknown as R;
};
