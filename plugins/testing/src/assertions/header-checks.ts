import type { Check } from './check.ts';

const matches = (actual: string, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? actual === expected : actual.search(expected) !== -1;

const shown = (value: string | RegExp): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

const hasHeader =
  (name: string, value?: string | RegExp): Check =>
  ({ headers }) => {
    const actual = headers.get(name);
    if (actual === null) return `Expected the header ${name}, but there is none.`;
    if (value === undefined || matches(actual, value)) return null;
    return `Expected the header ${name} to be ${shown(value)}, but it is ${shown(actual)}.`;
  };

export const headerChecks = {
  /** The response has this header, with exactly this value or a value that matches. */
  assertHeader: hasHeader,

  assertHeaderMissing:
    (name: string): Check =>
    ({ headers }) => {
      const actual = headers.get(name);
      return actual === null ? null : `Expected no header ${name}, but it is ${shown(actual)}.`;
    },

  /** The response redirects, with exactly this `Location` or one that matches. */
  assertRedirect:
    (location?: string | RegExp): Check =>
    (response) =>
      [301, 302, 303, 307, 308].includes(response.status)
        ? hasHeader('Location', location)(response)
        : `Expected a redirect, but got status ${response.status}.`,
};
