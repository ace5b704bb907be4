import type { RuleSpec } from './rule-spec.ts';

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

  /** Only rows that have this value too. */
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

  /** Only rows that have this value too. */
  where(column: Column, value: Value): UniqueRule<Column> {
    return new UniqueRule(this.parameters, [...(this.options ?? []), { column, value }]);
  }

  /** Leaves out the row of this id: the one that is being changed. */
  ignore(id: string | number, column?: Column): UniqueRule<Column> {
    const [table = '', own = ''] = this.parameters;
    return new UniqueRule([table, own, column ?? 'id', String(id)], this.options);
  }
}
