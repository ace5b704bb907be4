/**
 * Why the brackets of a regular expression are wrong; `never` when they are right. A pattern with a part that the compiler does not know is
 * not read.
 */
export type PatternFault<Pattern extends string> = string extends Pattern
  ? never
  : Pattern extends ''
    ? 'it is empty'
    : Pattern extends `${'*' | '+' | '?'}${string}`
      ? 'nothing to repeat'
      : Outside<Pattern>;

/** Reads up to the next bracket or backslash; `Open` has an entry for each group that is open. */
type Outside<Text extends string, Open extends unknown[] = []> = Text extends `${infer Head}${infer Rest}`
  ? Head extends '\\'
    ? Rest extends `${infer _Escaped}${infer After}`
      ? Outside<After, Open>
      : 'a backslash at the end'
    : Head extends '['
      ? InClass<Rest, Open>
      : Head extends '('
        ? Rest extends `${'*' | '+'}${string}`
          ? 'nothing to repeat'
          : Outside<Rest, [...Open, '(']>
        : Head extends ')'
          ? Open extends [unknown, ...infer Outer]
            ? Outside<Rest, Outer>
            : 'a ")" without "("'
          : Outside<Rest, Open>
  : Open extends []
    ? never
    : 'a "(" without ")"';

type InClass<Text extends string, Open extends unknown[]> = Text extends `${infer Head}${infer Rest}`
  ? Head extends '\\'
    ? Rest extends `${infer _Escaped}${infer After}`
      ? InClass<After, Open>
      : 'a backslash at the end'
    : Head extends ']'
      ? Outside<Rest, Open>
      : InClass<Rest, Open>
  : 'a "[" without "]"';
