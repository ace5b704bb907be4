import { expect, test } from '@jest/globals';
import { pruneText } from '../../scripts/template/prune-text.mjs';

const isThere = (path: string): boolean => path !== 'app/users/';

test('rows about absent files go, and the rest of the table stays', () => {
  const text = '| Where | What |\n| --- | --- |\n| `main.ts` | begins |\n| `app/users/` | users |\n';
  expect(pruneText('README.md', text, { isThere })).toBe('| Where | What |\n| --- | --- |\n| `main.ts` | begins |\n');
});

test('lines and paragraphs go, and leave one empty line between those that stay', () => {
  const text = 'one\n\n# Database\n# more\nURL=\n\ntwo\nthree: x\nfour\n\nlast\n';
  const left = pruneText('.env', text, { lines: ['three:'], paragraphs: ['# Database', 'last'], isThere });
  expect(left).toBe('one\n\ntwo\nfour\n');
});

test('what the table of parts says and the file does not have is an error', () => {
  expect(() => pruneText('.env', 'a\n\nb\n', { lines: ['c'], isThere })).toThrow('.env should hold ["c"]');
  // In the middle of a paragraph it is not its beginning.
  expect(() => pruneText('.env', 'a\nb\n', { paragraphs: ['b'], isThere })).toThrow('.env should hold ["b"]');
});
