import { expect, test } from '@jest/globals';
import { stripParts } from '../../create-taproot/src/strip-parts.ts';

const known = ['auth', 'database'];
const strip = (text: string, present: readonly string[]): string => stripParts('app.ts', text, present, known);

const source = `import { routing } from '@taproot/routing';
import { auth } from '@taproot/auth'; // part: auth

export const plugins = [
  // What this application is made of.
  routing(),
  auth(), // part: auth
];
// part: database
open();
// part: auth, database
logIn();
// end part: auth, database
// end part: database
`;

test('with everything, the marks alone go', () => {
  expect(strip(source, known)).toBe(`import { routing } from '@taproot/routing';
import { auth } from '@taproot/auth';

export const plugins = [
  // What this application is made of.
  routing(),
  auth(),
];
open();
logIn();
`);
});

test('with nothing, the lines go as well', () => {
  expect(strip(source, [])).toBe(`import { routing } from '@taproot/routing';

export const plugins = [
  // What this application is made of.
  routing(),
];
`);
});

test('what two parts share is there when both are', () => {
  expect(strip(source, ['database'])).toMatch(/open\(\);\n$/);
  expect(strip(source, ['auth'])).toMatch(/\];\n$/);
});

test('a block within one that goes, goes with it', () => {
  const text =
    '// part: auth\na();\n// part: database\nb();\n// end part: database\nc(); // part: database\n// end part: auth\nd();\n';
  expect(strip(text, ['database'])).toBe('d();\n');
});

test('what stood between two blank lines leaves one of them', () => {
  const text = 'a();\n\n// part: auth\nb();\n// end part: auth\n\nc();\n\n\nd();\n';
  expect(strip(text, [])).toBe('a();\n\nc();\n\n\nd();\n');
  expect(strip(text, known)).toBe('a();\n\nb();\n\nc();\n\n\nd();\n');
});

test.each([
  ['.env.example', 'A=1\n# part: auth\nSECRET=\n# end part: auth\nB=2 # part: auth\n', 'A=1\n'],
  ['README.md', 'a\n<!-- part: auth -->\nb\n<!-- end part: auth -->\nc <!-- part: auth -->\nd\n', 'a\nd\n'],
])('%s has comments of its own', (path, text, without) => {
  expect(stripParts(path, text, [], known)).toBe(without);
  expect(stripParts(path, text, known)).not.toContain('part:');
});

test('words in a sentence are no mark', () => {
  const text = 'const a = 1; // the first part: authors know it\n';
  expect(strip(text, [])).toBe(text);
});

test.each([
  ['a(); // part: blog\n', 'app.ts:1: there is no part "blog"'],
  ['// part: auth\na();\n', 'app.ts:1: "auth" never ends'],
  ['a();\n// end part: auth\n', 'app.ts:2: "auth" ends here, but did not begin'],
  ['// part: auth\n// part: database\n// end part: auth\n', 'app.ts:3: "auth" ends here, but did not begin'],
])('%j is a broken template', (text, message) => {
  expect(() => strip(text, known)).toThrow(expect.objectContaining({ code: 'E_TEMPLATE' }));
  expect(() => strip(text, known)).toThrow(message);
});
