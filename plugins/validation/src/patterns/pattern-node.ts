/** A regular expression as a tree. `re2` is the same in RE2's syntax; null if RE2 does not have it. */
export type PatternNode =
  /** One code point of a set. */
  | { readonly type: 'character'; readonly re2: string | null }
  /** `^`, `$`, `\b`, `\B`: matches no characters. */
  | { readonly type: 'edge'; readonly re2: string }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `(?=...)` and the other lookarounds: an engine decides them once and never tries them again. */
  | { readonly type: 'look'; readonly body: PatternNode }
  /** `\1`, `\k<name>`: the text that a group has matched. */
  | { readonly type: 'reference' };
