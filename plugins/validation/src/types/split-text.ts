/** What is dropped around a rule. */
export type Blank = ' ' | '\n' | '\r' | '\t';

/** A text without blanks before it. */
export type TrimStart<Text extends string> = Text extends `${Blank}${infer Rest}` ? TrimStart<Rest> : Text;
type TrimEnd<Text extends string> = Text extends `${infer Rest}${Blank}` ? TrimEnd<Rest> : Text;

/** A text without blanks around it. */
export type Trim<Text extends string> = TrimEnd<TrimStart<Text>>;

/**
 * The parts between the bars of a text, as a union: `'required|max:3'` is `'required' | 'max:3'`. As at run time, `\|` is
 * no bar, and a part whose name is one of `Raw` takes all that follows.
 */
export type SplitText<
  Text extends string,
  Raw extends string = never,
  Found extends string = never,
  Open extends string = '',
> = Text extends `${infer Head}|${infer Tail}`
  ? TrimStart<`${Open}${Head}`> extends `${Raw}:${string}`
    ? Found | Trim<`${Open}${Text}`>
    : Head extends `${infer Kept}\\`
      ? SplitText<Tail, Raw, Found, `${Open}${Kept}|`>
      : SplitText<Tail, Raw, Found | Trim<`${Open}${Head}`>>
  : Found | Trim<`${Open}${Text}`>;

/** What stands before the first colon: `'max'` of `'max:3'`. */
export type NameOf<Text extends string> = Text extends `${infer Name}:${string}` ? Name : Text;

/** The parts between commas, as a union. Eight at a time: the compiler goes round no more than a thousand times. */
export type SplitCommas<
  Text extends string,
  Found extends string = never,
> = Text extends `${infer A},${infer B},${infer C},${infer D},${infer E},${infer F},${infer G},${infer H},${infer Rest}`
  ? SplitCommas<Rest, Found | A | B | C | D | E | F | G | H>
  : Text extends `${infer First},${infer Rest}`
    ? SplitCommas<Rest, Found | First>
    : Found | Text;
