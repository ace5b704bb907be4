/** A regular expression as a tree. `re2` is how RE2 writes the same thing; null where it has no word for it. */
export type PatternNode =
  /** One code point out of a set. */
  | { readonly type: 'character'; readonly re2: string | null }
  /** `^`, `$`, `\b`, `\B`: takes no text. */
  | { readonly type: 'edge'; readonly re2: string }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `(?=...)` and the other lookarounds: once decided, they are never tried again. */
  | { readonly type: 'look'; readonly body: PatternNode }
  /** `\1`, `\k<name>`: the text a group took. */
  | { readonly type: 'reference' };
