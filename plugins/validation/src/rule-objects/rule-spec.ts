/** A rule given as data instead of text: nothing in it is split or unescaped. What `Rule.in([...])` and its kin are. */
export interface RuleSpec {
  /** Name of the rule. */
  readonly rule: string;
  /** Its parameters, as they would stand behind the colon. */
  readonly parameters: readonly string[];
  /** What parameters cannot hold; reaches the rule as `call.options`. */
  readonly options?: unknown;
}

declare const says: unique symbol;

/** A rule object of which the compiler knows what passes it, as rule texts would say it. */
export interface TypedRule<Text extends string> extends RuleSpec {
  /** For the compiler alone: never there. */
  readonly [says]?: Text;
}

/** Whether an entry of a rule list is a rule object. */
export const isRuleSpec = (entry: unknown): entry is RuleSpec =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as Partial<RuleSpec>).rule === 'string' &&
  Array.isArray((entry as Partial<RuleSpec>).parameters);
