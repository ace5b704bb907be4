import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { validationSchemas } from '../../../plugins/openapi/src/rules/validation-schemas.ts';
import { splitRuleText } from '../../../plugins/validation/src/language/split-rules.ts';
import { Scratch } from '../../docs/support/scratch.ts';

/** Rule texts, and the rules that every reader finds in them: the engine, the compiler and the OpenAPI document. */
const corpus: readonly (readonly [text: string, rules: readonly string[]])[] = [
  ['required|string|max:80', ['required', 'string', 'max:80']],
  [' required |\tstring\n| max:80 ', ['required', 'string', 'max:80']],
  ['|required||string|', ['required', 'string']],
  ['', []],
  ['in:a,b,c', ['in:a,b,c']],
  [String.raw`in:a\|b,c|string`, ['in:a|b,c', 'string']],
  ['starts_with:a b, c', ['starts_with:a b, c']],
  ['between:1,3|required', ['between:1,3', 'required']],
  ['date_format:H:i', ['date_format:H:i']],
  ['string|date_format:Y-m-d H:i:s|after:2026-01-01', ['string', 'date_format:Y-m-d H:i:s', 'after:2026-01-01']],
  ['regex:^(a|b)$', ['regex:^(a|b)$']],
  ['required|regex:^a|b$|string', ['required', 'regex:^a|b$|string']],
  ['not_regex:x,y|z', ['not_regex:x,y|z']],
  ['numeric:strict|min:-1.5', ['numeric:strict', 'min:-1.5']],
];

const isRaw = (name: string): boolean => name === 'regex' || name === 'not_regex';

test('the engine, the compiler and the OpenAPI document find the same rules in a text: the engine', () => {
  const found = corpus.map(([text]) =>
    splitRuleText(text, isRaw).map(({ name, parameters }) => [name, ...parameters].join(':')),
  );
  // Commas part parameters, but for those of patterns.
  const parted = (rule: string): string => (isRaw(rule.split(':')[0] ?? '') ? rule : rule.replace(/(?<=:.*),/g, ':'));
  expect(found).toEqual(corpus.map(([, rules]) => rules.map(parted)));
});

test('the engine, the compiler and the OpenAPI document find the same rules in a text: the compiler', async () => {
  const scratch = await Scratch.create();
  try {
    const lines = corpus.map(([text, rules], i) => {
      const parts = rules.length === 0 ? "''" : rules.map((rule) => JSON.stringify(rule)).join(' | ');
      return `export const same${i}: Same<Exclude<SplitText<${JSON.stringify(text)}, RawRule>, ''>, Exclude<${parts}, ''>> = true;`;
    });
    const header = [
      "import type { RawRule, SplitText } from '../../../plugins/validation/src/types/split-text.ts';",
      'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : A) : A;',
    ];
    await scratch.write('texts.ts', [...header, ...lines].join('\n'));
    expect(await scratch.compile()).toBe('');
  } finally {
    await scratch.remove();
  }
});

test('the engine, the compiler and the OpenAPI document find the same rules in a text: the document', async () => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation()])
    .create();
  const schemas = await validationSchemas(app, true);
  const place = { file: 'a.ts', line: 1, column: 1 };
  const found = corpus.map(([text]) => {
    const { schema } = schemas.of({ f: [[{ text }]] }, 'json', place);
    const { properties } = schema as { properties?: { f?: { 'x-taproot-rules'?: unknown } } };
    return properties?.f?.['x-taproot-rules'] ?? [];
  });
  expect(found).toEqual(corpus.map(([, rules]) => rules));
});
