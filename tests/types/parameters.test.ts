import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Validation } from '../../plugins/validation/src/validation.ts';
import { Scratch } from '../docs/support/scratch.ts';

const values = ['1', '1.5', '1,2', '2,1', 'abc', 'strict', 'ascii', 'rfc', 'nil', 'letters', 'image/png', 'utf-8'];
const written = [
  ...values,
  'min_width=1',
  'ratio=3/2',
  'allow_svg',
  'ignore_case',
  'other',
  'other,1',
  '(',
  '[a]',
  'Y-m-d',
];

// The compiler refuses fields that the map lacks, which the engine reads from the data.
const fields =
  /^(?:(?:required|present|missing|prohibited|exclude|accepted|declined)_|prohibits|confirmed|same|different|in_array$)/;
const either =
  /^(?:(?:eq|ne|gt|gte|lt|lte)_field|gt|gte|lt|lte|date_equals|before|after|(?:lt|lte|gt|gte)_date|before_or_equal|after_or_equal)$/;
const namesField = (name: string): boolean => fields.test(name) || either.test(name);

/** What the engine refuses and no type tells: the order of two numbers, layouts of dates, characters of media types. */
const beyondTypes = /^(?:(?:between|digits_between|decimal):2,1|date_format:.*|mimetypes:ratio=3\/2)$/;

const validation = new Validation({
  limits: { fields: 100, failures: 100 },
  timeout: 5,
  services: { now: () => 0, presence: null, resolver: { resolve: () => Promise.resolve([]) } },
  translator: null,
  localeOf: () => 'en',
});

const unread = /^(?:any_of|exists|unique|mimes|extensions|url|full_url|active_url)$/;
const names = validation.ruleNames().filter((name) => !unread.test(name));
const texts = names.flatMap((name) => [name, ...written.map((parameters) => `${name}:${parameters}`)]);

let scratch: Scratch;
const refused = new Set<string>();

beforeAll(async () => {
  scratch = await Scratch.create();
  const lines = texts.map((text) => `rules({ f: ${JSON.stringify(text)}, other: '' });`);
  await scratch.write('lines.ts', `import { defineRules as rules } from '@taproot/validation';\n${lines.join('\n')}`);
  for (const [, line] of (await scratch.compile()).matchAll(/^lines\.ts\((\d+),/gm))
    refused.add(texts[Number(line) - 2] ?? '');
}, 120_000);

afterAll(() => scratch.remove());

const engineRefuses = async (text: string): Promise<boolean> => {
  try {
    await validation.make(null, {}, { f: text, other: '' });
    return false;
  } catch {
    return true;
  }
};

test('the compiler refuses no parameters that the engine takes, but for fields without rules', async () => {
  const wrongly = [];
  for (const text of refused)
    if (!namesField(text.split(':')[0] ?? '') && !(await engineRefuses(text))) wrongly.push(text);
  expect(wrongly).toEqual([]);
});

test('the compiler refuses the parameters that the engine refuses', async () => {
  const passed = [];
  for (const text of texts)
    if (!refused.has(text) && !beyondTypes.test(text) && (await engineRefuses(text))) passed.push(text);
  expect(passed).toEqual([]);
});
