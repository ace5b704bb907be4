import { pluralIndex } from './plural-index.ts';

interface Form {
  /** Whether the form fits a number; null for a form without numbers. */
  readonly fits: ((number: number) => boolean) | null;
  readonly text: string;
}

const number = String.raw`\s*-?\d+(?:\.\d+)?\s*`;
const bound = String.raw`\s*(?:\*|-?Inf|${number})\s*`;

// Anything else in such brackets is normal text, such as the link `[first](/1)` or a name in braces.
const condition = new RegExp(
  String.raw`^\s*(?:\{(${number}(?:,${number})*)\}|\[(${bound}(?:,${bound})?)\](?!\())`,
  'i',
);

/**
 * The form of a translation for a number. Forms are separated by bars. A form may begin with its numbers: `{0}`,
 * `[2,19]`, `[20,*]` or `[20,Inf]`; the first form that fits wins. Otherwise the language chooses among the forms
 * without numbers, by position: `one|many`.
 */
export const choosePlural = (text: string, number: number, locale: string): string => {
  const forms = text.split('|').map(readForm);
  const fitting = forms.find(({ fits }) => fits?.(number) === true);
  if (fitting !== undefined) return fitting.text;
  const open = forms.filter(({ fits }) => fits === null);
  const choice = open.length === 0 ? forms : open;
  // If a text has fewer forms than its language, the last form stands in.
  return choice[Math.min(pluralIndex(number, locale), choice.length - 1)]?.text ?? '';
};

const readForm = (form: string): Form => {
  const [found, exact, bounds] = condition.exec(form) ?? [];
  if (found === undefined) return { fits: null, text: form.trim() };
  return { fits: exact === undefined ? within(bounds ?? '') : among(exact), text: form.slice(found.length).trim() };
};

const among = (list: string): Form['fits'] => {
  const numbers = new Set(list.split(',').map(Number));
  return (count) => numbers.has(count);
};

const within = (bounds: string): Form['fits'] => {
  const [low = '', high = low] = bounds.split(',').map((text) => text.trim());
  const least = boundOf(low, Number.NEGATIVE_INFINITY);
  const most = boundOf(high, Number.POSITIVE_INFINITY);
  return (count) => count >= least && count <= most;
};

const boundOf = (text: string, open: number): number => {
  if (text === '*') return open;
  return /inf$/i.test(text) ? Number(`${text.slice(0, -3)}Infinity`) : Number(text);
};
