import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from './support/code-blocks.ts';
import { errorTables } from './support/error-tables.ts';
import { docPages } from './support/pages.ts';
import { docComments, type Passage, pagePassages, stumbles } from './support/voice.ts';

/**
 * Packages and pages that still have hunted wording, and how many passages. A number may only fall; at 0 its line goes.
 * Everything that is not listed must have none.
 */
const unfinished: Readonly<Record<string, number>> = {};

const packages = [
  'core',
  'client',
  'create-taproot',
  ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`),
];

// errors.md and the reference are made from the tables and comments below.
const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'GOVERNANCE.md',
  'tests/docs/support/reference/rules.md',
  ...docPages.filter((page) => page !== 'docs/errors.md' && !page.startsWith('docs/reference/')),
];

const check = (place: string, passages: readonly Passage[]): void => {
  const found = passages.flatMap((passage) => stumbles(passage).map((stumble) => `${passage.place}: ${stumble}`));
  const ceiling = unfinished[place] ?? 0;
  if (found.length > ceiling) expect(found).toEqual([]);
  if (ceiling > 0 && found.length === 0)
    throw new Error(`${place} has no hunted wording any more: remove it from the list.`);
};

test('every package and page that is listed as unfinished exists', () => {
  expect(Object.keys(unfinished).filter((place) => ![...packages, ...pages].includes(place))).toEqual([]);
});

describe('plain wording', () => {
  test.each(errorTables)('in the errors of %s', (name, errors) => {
    const rows = Object.entries(errors).flatMap(([place, { row }]) =>
      [row.message, row.fix].map((text) => ({ place, text })),
    );
    check(`errors of ${name}`, rows);
  });

  test.each(packages)('in the doc comments of %s', async (directory) => {
    check(directory, await docComments(directory));
  });

  test.each(pages)('on %s', async (page) => {
    check(page, await pagePassages(page));
  });
});

test.each([
  ['A listener is told of the error.', 1],
  ['What is open is waited for.', 1],
  ['The client gets it, be it null.', 1],
  ['A value that is no number is refused; nobody sees it.', 2],
  ['An option stands in the file of the author.', 2],
  ['It says `told`, and "what is no text".', 0],
  ['There is no file. What does it do? It is no longer there.', 0],
  ['It takes so long that the request ends.', 0],
])('%j has %i hunted words', (text, count) => {
  expect(stumbles({ place: '', text })).toHaveLength(count);
});
