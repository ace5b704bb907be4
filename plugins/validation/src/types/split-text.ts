type Blank = ' ' | '\n' | '\r' | '\t';

type TrimStart<Text extends string> = Text extends `${Blank}${infer Rest}` ? TrimStart<Rest> : Text;
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
