/** Whether the whole text after the colon is one parameter of this rule. */
export type IsRaw = (name: string) => boolean;

/** One rule as written: `between:1,3` is `{ name: 'between', parameters: ['1', '3'] }`. */
export interface WrittenRule {
  readonly name: string;
  readonly parameters: readonly string[];
}

/**
 * Cuts `required|in:a,b` at its bars. `\|` is a literal bar, Drops spaces around rules, and empty rules. A pattern (`regex`) extends to the
 * end of the text, including bars.
 */
export const splitRuleText = (text: string, isRaw: IsRaw): WrittenRule[] =>
  cutRuleText(text, isRaw).map((rule) => readRule(rule, isRaw));

/** Like `splitRuleText()`, but returns the rules as strings: the list form of a rule text. */
export const cutRuleText = (text: string, isRaw: IsRaw): string[] => {
  const rules: string[] = [];
  let start = 0;
  while (start < text.length) {
    const bar = nextBar(text, start);
    const name = /^[^:]*(?=:)/.exec(text.slice(start, bar))?.[0];
    const raw = name !== undefined && isRaw(name.trim());
    const end = raw ? text.length : bar;
    const rule = text.slice(start, end).trim();
    if (rule !== '') rules.push(raw ? rule : rule.replaceAll(String.raw`\|`, '|'));
    start = end + 1;
  }
  return rules;
};

/** Reads one rule of a list, in which bars have no meaning. */
export const readRule = (text: string, isRaw: IsRaw): WrittenRule => {
  const colon = text.indexOf(':');
  if (colon === -1) return { name: text, parameters: [] };
  const name = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (rest === '') return { name, parameters: [] };
  return { name, parameters: isRaw(name) ? [rest] : splitParameters(rest) };
};

const nextBar = (text: string, from: number): number => {
  let at = text.indexOf('|', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('|', at + 1);
  return at === -1 ? text.length : at;
};

/** Cuts at commas; `\,` is a literal comma. Does not trim the parameters. */
const splitParameters = (text: string): string[] =>
  text.includes('\\,') ? text.split(/(?<!\\),/).map((parameter) => parameter.replaceAll('\\,', ',')) : text.split(',');
