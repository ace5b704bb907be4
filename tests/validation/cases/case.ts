/** Stands for a field that is not there. */
export const absent = Symbol('absent');

/** The fields beside the one under test, in every case. */
export const others: Readonly<Record<string, unknown>> = { o: 1, z: 0, p: 'x', l: ['a'], f_confirmation: 'x' };

/** One rule with a value for each column of the table; what is left out is what most rules say. */
export interface RuleCase {
  /** As written, parameters included. */
  readonly rule: string;
  readonly passes: unknown;
  /** Left out by the one rule that nothing fails. */
  readonly fails?: unknown;
  /** Whether an absent field passes; most rules skip it. */
  readonly absent?: boolean;
  /** Whether null passes. */
  readonly null?: boolean;
  /** A value of a type that the rule is not made for, and whether it passes all the same. */
  readonly wrong?: readonly [value: unknown, passes: boolean];
  /** Fields that are otherwise in the failing case. */
  readonly unless?: Readonly<Record<string, unknown>>;
  /** Rules that make the effect of this one seen. */
  readonly with?: readonly string[];
  /** What the rule carries, when it is an object. */
  readonly options?: unknown;
}

type Shape = Omit<RuleCase, 'rule' | 'passes' | 'fails'>;

/** A case by its written rule, a value that passes and one that fails. */
export const ruleCase = (rule: string, passes: unknown, fails: unknown, shape: Shape = {}): RuleCase => ({
  rule,
  passes,
  fails,
  ...shape,
});

/** Cases that differ in their rule alone. */
export const sameCases = (rules: readonly string[], passes: unknown, fails: unknown, shape: Shape = {}): RuleCase[] =>
  rules.map((rule) => ruleCase(rule, passes, fails, shape));
