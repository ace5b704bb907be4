import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { collect, made, root } from '../support/expressions/collect.ts';
import { commonFillings } from '../support/expressions/fillings.ts';
import { type Expression, fastGrowth } from '../support/expressions/growth.ts';

const { literals, makers } = collect();

/** Expressions that read nothing from outside, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'plugins/routing/src/handler/check-handler.ts': 'the source of a handler, once at boot',
};

/** Files that make expressions when they are called, and of what. All others make theirs when they are loaded. */
const callers: Readonly<Record<string, string>> = {
  'plugins/routing/src/shared/path-mask.ts': 'patterns of routes, of which each part ends at a slash',
  'plugins/auth/src/tokens/challenge.ts': 'the scheme of a guard',
  'plugins/auth/src/commands/make-policy.ts': 'a name that the author types',
  'plugins/console/src/command/env-file.ts': 'the name of a variable, for .env of the author',
  'plugins/cors/src/origin-rules.ts': 'expressions of the author',
  'plugins/devtools/src/reading/match-path.ts': 'patterns of routes, in development',
  'plugins/openapi/src/client/route-types.ts': 'names of types',
  'plugins/openapi/src/document/parameters.ts': 'constraints of the author, on numbers of up to five digits',
  'plugins/routing/src/pattern/parse-pattern.ts': 'constraints of the author',
  'plugins/routing/src/pattern/pattern-regexp.ts': 'patterns of routes; tests/routing/router measures them',
  'plugins/validation/src/schema/rules/texts.ts': 'names of options',
  'plugins/validation/src/json-schema/prune.ts': 'patterns of schemas, when documents are made',
  'plugins/validation/src/patterns/compile-pattern.ts': 'patterns of rules, whose steps it bounds itself',
  'plugins/validation/src/filters/letter-case.ts': 'one class of characters',
  'plugins/validation/src/dates/date-layout.ts': 'layouts of dates, for texts of bounded length',
};

/** Where what an expression of strings was made of. */
const composed = new Map<string, readonly Expression[]>();
for (const file of makers.filter((one) => !(one in callers)))
  composed.set(file, await made(() => import(join(root, file))));

const all = [
  ...literals.filter(({ place }) => !(place in exempt)),
  ...[...composed].flatMap(([place, expressions]) => expressions.map((one) => ({ ...one, place }))),
];

test('the expressions of all packages are found, and 200 fillings are tried', () => {
  expect(literals.length).toBeGreaterThan(450);
  expect(new Set(commonFillings).size).toBe(200);
  expect([...composed].filter(([, expressions]) => expressions.length === 0)).toEqual([]);
  expect(Object.keys(callers).filter((file) => !makers.includes(file))).toEqual([]);
});

describe('an expression takes steps in proportion to the text', () => {
  const packages = [...new Set(all.map(({ place }) => place.split('/src/')[0] ?? ''))];

  test.each(packages)('%s', (folder) => {
    const faults = all
      .filter(({ place }) => place.startsWith(`${folder}/src/`))
      .flatMap((one) => {
        const growth = fastGrowth(one);
        return growth === null ? [] : [`${one.place}: /${one.source}/${one.flags} on ${growth}`];
      });
    expect(faults).toEqual([]);
  });
});

/** Expressions that the framework once had. Each took seconds of a text of 60 KB. */
const slow: readonly RegExp[] = [
  /\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g,
  /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/?#@]*):[^\s]*@/gi,
  /([?&;])([^=&;\s]+)=([^&;\s#]+)/g,
  /\bvalues\s*\([^)]*\)/gi,
  /(?<=[=<>]\s*)\d[\d.]*\b/g,
  /near '([^]*)'(?= at line)/,
  /(?:\\[.*]|[^.])+$/,
  /failed: (.*)$/,
  /\s*,\s*/,
  /json(?!.*charset=)/i,
];

test.each(slow)('%s is found', (expression) => {
  expect(fastGrowth(expression, 400)).not.toBeNull();
});

test.each([
  /^[^\n]*$/,
  /(?<![\w-])[\w-]+\./g,
  /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)/g,
  /(["'])[a-z]{2,60}\1/g,
  /[^/]+\/?/y,
])('%s is linear', (expression) => {
  expect(fastGrowth(expression)).toBeNull();
});
