import type { Check } from './check.ts';

type Texts = string | readonly string[];

const listed = (texts: Texts): readonly string[] => (typeof texts === 'string' ? [texts] : texts);

const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ');

export const textChecks = {
  /** The body contains each of these strings exactly. */
  assertSee:
    (texts: Texts): Check =>
    ({ text }) => {
      const missing = listed(texts).filter((one) => !text.includes(one));
      return missing.length === 0 ? null : `Expected to see ${quoted(missing)} in the body, but it is not there.`;
    },

  /** The body contains none of these strings. */
  assertDontSee:
    (texts: Texts): Check =>
    ({ text }) => {
      const present = listed(texts).filter((one) => text.includes(one));
      return present.length === 0 ? null : `Expected not to see ${quoted(present)} in the body, but it is there.`;
    },

  /** Each of these strings comes after the end of the one before. */
  assertSeeInOrder:
    (texts: readonly string[]): Check =>
    ({ text }) => {
      let from = 0;
      for (const [index, one] of texts.entries()) {
        const at = text.indexOf(one, from);
        const place = index === 0 ? 'in the body' : `after ${quoted(texts.slice(0, index))}`;
        if (at === -1) return `Expected to see ${quoted([one])} ${place}, but it is not there.`;
        from = at + one.length;
      }
      return null;
    },
};
