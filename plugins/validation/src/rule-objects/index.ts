import type { WhenInput } from '../types/alternatives.ts';
import { anyOfRule } from './any-of.ts';
import { enumRule, inRule, notInRule } from './choices.ts';
import { passwordRule } from './password.ts';
import { ExistsRule, UniqueRule } from './presence.ts';
import { type Condition, When } from './when.ts';

/** Rules as objects, for what texts cannot hold or should not be put together from. */
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
  exists: (table: string, ...columns: string[]) => new ExistsRule([table, ...columns]),
  /** No row has the value: `Rule.unique('users', 'email').ignore(user.id)`. */
  unique: (table: string, column = '') => new UniqueRule([table, column]),
  /** Demands on a new password: `Rule.password().min(12).mixedCase()`. */
  password: passwordRule,
  /** Rules that hold on a condition, and others that hold otherwise. */
  when: <const Rules, const Otherwise = readonly []>(
    condition: Condition,
    rules: WhenInput<Rules>,
    otherwise?: WhenInput<Otherwise>,
  ) => new When(condition, rules, otherwise ?? []),
});
