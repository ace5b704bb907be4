import type { WhenInput } from '../types/alternatives.ts';
import type { ColumnName, TableInput } from '../types/table-names.ts';
import { anyOfRule, enumRule, inRule, notInRule } from './choices.ts';
import { passwordRule } from './password.ts';
import { ExistsRule, UniqueRule } from './presence.ts';
import { type Condition, When } from './when.ts';

/** Rules as objects, for values that rule strings cannot contain or should not be concatenated from. */
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
  /** Demands on a new password: `Rule.password().min(12).mixedCase()`. */
  password: passwordRule,
  /** Rules that hold on a condition, and others that hold otherwise. */
  when: <const Rules, const Otherwise = readonly []>(
    condition: Condition,
    rules: WhenInput<Rules>,
    otherwise?: WhenInput<Otherwise>,
  ) => new When(condition, rules, otherwise ?? []),
});
