import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { explain } from '@taproot/core/internal';

// The errors are worded as Node 20 to 24 and esbuild word them; core/mistakes.test.ts meets the real ones in processes.

let folder: string;
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taproot-source-'));
  mkdirSync(file('routes'));
  writeFileSync(file('main.ts'), "import express from 'expres';\nimport { web } from './routes/wep.ts';\n");
  writeFileSync(
    file('routes/web.ts'),
    'export const web = 1;\nexport { web as pages, other };\nconst other = 2;\nexport class Book {}\nexport async function* list() {}\n',
  );
  writeFileSync(file('deep.ts'), "import 'express';\nexport { Router } from 'expre/router';\n");
  writeFileSync(file('app.ts'), "import { webb } from './routes/web.ts';\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const failed = (message: string, more: object): Error => Object.assign(new Error(message), more);

const notFound = (message: string): Error => failed(message, { code: 'ERR_MODULE_NOT_FOUND' });

test('a package that is not installed is named, with the line that imports it', () => {
  const told = explain(notFound(`Cannot find package 'expres' imported from ${file('main.ts')}`));
  expect(told).toContain('The package "expres" is not installed.');
  expect(told).toContain("> 1 | import express from 'expres';");
  expect(told).toContain('npm install expres');
});

test('a folder of a package leads to the package, and a longer name is another', () => {
  const told = explain(notFound(`Cannot find package 'expre' imported from ${file('deep.ts')}`));
  expect(told).toContain("> 2 | export { Router } from 'expre/router';");
  expect(told).toContain('deep.ts:2:24');
});

test('the place is the beginning of a file that has no such import, or that cannot be read', () => {
  for (const [from, place] of [
    ['app.ts', 'app.ts:1:1'],
    ['gone.ts', 'gone.ts:1:1'],
  ] as const) {
    const told = explain(notFound(`Cannot find package 'expre' imported from ${file(from)}`));
    expect(told).toContain(`${place}: The package "expre" is not installed.`);
    expect(told.includes('> 1 |')).toBe(from === 'app.ts');
  }
});

test('a file that does not exist is named, with the nearest that does', () => {
  const told = explain(notFound(`Cannot find module '${file('routes/wep.ts')}' imported from ${file('main.ts')}`));
  expect(told).toContain(`There is no file ${file('routes/wep.ts')}. Did you mean "web.ts"?`);
  expect(told).toContain("> 2 | import { web } from './routes/wep.ts';");
});

test('a name that a module does not export is told with the nearest, and the place of the import', () => {
  const error = failed("The requested module './routes/web.ts' does not provide an export named 'webb'", {
    name: 'SyntaxError',
    stack: `file://${file('app.ts')}:1\nimport { webb } from './routes/web.ts';\n         ^^^^\nSyntaxError: ...`,
  });
  const told = explain(error);
  expect(told).toContain('"./routes/web.ts" does not export "webb". Did you mean "web"?');
  expect(told).toContain('app.ts:1:10');
});

test('the names that a module exports are those behind "as", and of declarations of every kind', () => {
  const hintFor = (name: string): string =>
    explain(
      failed(`The requested module './routes/web.ts' does not provide an export named '${name}'`, {
        name: 'SyntaxError',
        stack: `file://${file('gone.ts')}:3\nSyntaxError: ...`,
      }),
    );
  expect(hintFor('pagse')).toContain('Did you mean "pages"?');
  expect(hintFor('ohter')).toContain('Did you mean "other"?');
  expect(hintFor('Boook')).toContain('Did you mean "Book"?');
  expect(hintFor('lits')).toContain('Did you mean "list"?');
  // The importing file cannot be read, so its source is left out.
  expect(hintFor('pagse')).toMatch(/^E_SOURCE: \S*gone\.ts:3:1: .*\n {2}fix: /);
});

test('a file that a loader could not parse is explained with line and column', () => {
  const error = failed(`Transform failed with 1 error:\n${file('app.ts')}:1:9: ERROR: Expected "}" but found "webb"`, {
    name: 'TransformError',
  });
  const told = explain(error);
  expect(told).toContain('Expected "}" but found "webb".');
  expect(told).toContain('app.ts:1:10');
});

test.each([
  ['an error of a package', notFound("Cannot find package 'x' imported from /app/node_modules/y/index.js")],
  ['another message of that code', notFound('Cannot find it')],
  [
    'a syntax error without a place',
    failed('Unexpected token', { name: 'SyntaxError', stack: 'SyntaxError: Unexpected token' }),
  ],
  [
    'a missing export without a stack',
    failed("The requested module './a.ts' does not provide an export named 'b'", {
      name: 'SyntaxError',
      stack: undefined,
    }),
  ],
  ['a loader that names no place', failed('Transform failed', { name: 'TransformError' })],
])('%s stays as it is', (_what, error) => {
  expect(explain(error)).not.toContain('E_SOURCE');
  expect(explain(error)).toContain(error.message);
});
