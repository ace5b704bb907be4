import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fillPlaceholders } from '@taproot/lang';
import { choosePlural } from '../../plugins/lang/src/text/choose-plural.ts';
import { pluralIndex } from '../../plugins/lang/src/text/plural-index.ts';
import { english } from '../../plugins/validation/src/english.ts';
import { builtInRules } from '../../plugins/validation/src/rules/index.ts';
import { growth } from '../support/steps.ts';

describe('placeholders', () => {
  test('are filled as they are, with a capital, or in capitals', () => {
    expect(fillPlaceholders(':name, :Name, :NAME', { name: 'éva li' })).toBe('éva li, Éva li, ÉVA LI');
  });

  test('are told from longer names that begin alike, in whichever order they are given', () => {
    const text = ':user :username :users';
    expect(fillPlaceholders(text, { user: 'A', username: 'B' })).toBe('A B As');
    expect(fillPlaceholders(text, { username: 'B', user: 'A' })).toBe('A B As');
  });

  test('stand beside letters of any script', () => {
    expect(fillPlaceholders('“:name”必须，:name必须', { name: '甲' })).toBe('“甲”必须，甲必须');
  });

  test('without a value stay, as do times and colons', () => {
    expect(fillPlaceholders('at 12:30: :other, :', { name: 'x' })).toBe('at 12:30: :other, :');
    expect(fillPlaceholders(':toString :constructor', { name: 'x' })).toBe(':toString :constructor');
  });

  test('are looked for in time that grows with the text', async () => {
    const long = `:${'a'.repeat(16_000)}`;
    expect(fillPlaceholders(long.repeat(20), { name: 'x' })).toBe(long.repeat(20));
    expect(fillPlaceholders(`${long} :name`, { aa: 'x' })).toBe(`x${'a'.repeat(15_998)} :name`);
    for (const name of ['name', 'aa'])
      expect(await growth(4000, (size) => fillPlaceholders(`:${'a'.repeat(size)} :b`, { [name]: 'x' }))).toBeLessThan(
        5,
      );
  });

  test('may have names of any length', () => {
    const name = 'n'.repeat(200);
    expect(fillPlaceholders(`:${name}s`, { [name]: 'x' })).toBe('xs');
  });

  test('are not looked for in values', () => {
    expect(fillPlaceholders(':a :b', { a: ':b', b: ':a' })).toBe(':b :a');
  });

  test('take numbers, and prefer a name as it is written', () => {
    expect(fillPlaceholders(':n of :N :Name :name', { n: 2, Name: 'big', name: 'small' })).toBe('2 of 2 big small');
  });
});

describe('the form for a number', () => {
  const formsOf = (text: string, locale: string, numbers: readonly number[]): string[] =>
    numbers.map((number) => choosePlural(text, number, locale));

  test('goes by position, as the language counts', () => {
    expect(formsOf('one|many', 'en', [0, 1, 2, 1.5])).toEqual(['many', 'one', 'many', 'many']);
    expect(formsOf('un|des', 'fr', [0, 1, 2, 1_000_000])).toEqual(['un', 'un', 'des', 'des']);
    expect(formsOf('1|2|5', 'ru', [1, 2, 5, 11, 21, 22])).toEqual(['1', '2', '5', '5', '1', '2']);
    expect(formsOf('1|2|5', 'pl', [1, 3, 5, 22])).toEqual(['1', '2', '5', '2']);
    expect(formsOf('1|2|5', 'cs', [1, 3, 5])).toEqual(['1', '2', '5']);
    expect(formsOf('z|o|t|f|m|x', 'ar', [0, 1, 2, 3, 11, 100])).toEqual(['z', 'o', 't', 'f', 'm', 'x']);
    expect(formsOf('only|never', 'zh-CN', [0, 1, 2])).toEqual(['only', 'only', 'only']);
    expect(formsOf('one|many', 'pt_BR', [0, 1, 2])).toEqual(['one', 'one', 'many']);
  });

  test('goes by the first condition that fits', () => {
    const text = '{0} none|{1} one|[2,19] some|[20,*] many';
    expect(formsOf(text, 'en', [0, 1, 2, 19, 20, 1e9])).toEqual(['none', 'one', 'some', 'some', 'many', 'many']);
    expect(formsOf('[*,5] few|[5,*] lots', 'en', [-3, 5, 6])).toEqual(['few', 'few', 'lots']);
    expect(formsOf('{1,3} odd|[0.5,0.9] part|rest|rests', 'en', [3, 0.7])).toEqual(['odd', 'part']);
  });

  test('goes by position among the forms without a condition when none fits', () => {
    expect(formsOf('{0} none|one|many', 'en', [0, 1, 2])).toEqual(['none', 'one', 'many']);
    expect(formsOf('{5} five|many', 'en', [1, 2, 5])).toEqual(['many', 'many', 'five']);
    expect(formsOf('{0} none|[1,9] some', 'en', [0, 10])).toEqual(['none', 'some']);
  });

  test('keeps what is in brackets and is no count', () => {
    const link = '[first](//x) one|[second](//x) many';
    expect(formsOf(link, 'en', [1, 2])).toEqual(['[first](//x) one', '[second](//x) many']);
    expect(formsOf('[1](/1) one|[2](/2) many', 'en', [1, 2])).toEqual(['[1](/1) one', '[2](/2) many']);
    expect(formsOf('{name} has one|{name} has :count', 'en', [1, 2])).toEqual(['{name} has one', '{name} has :count']);
    for (const text of ['{} x', '[] x', '{1,} x', '[1;3] x', '{one} x', '[1,2,3] x', '{*} x', '[a,*] x'])
      expect([text, ...formsOf(text, 'en', [1, 2])]).toEqual([text, text, text]);
    expect(formsOf('{ 1 , -2 } odd|[ 3 , 4.5 ] more|rest|rests', 'en', [1, -2, 4, 9])).toEqual([
      'odd',
      'odd',
      'more',
      'rests',
    ]);
  });

  test('takes Inf for a bound that is open, as * does', () => {
    expect(formsOf('[3,Inf] lots|one|few', 'en', [1, 2, 3, 1e9])).toEqual(['one', 'few', 'lots', 'lots']);
    expect(formsOf('[-inf,2] few|[3,*] lots', 'en', [-5, 2, 3])).toEqual(['few', 'few', 'lots']);
    expect(formsOf('[Inf,-Inf] never|one|many', 'en', [1, 2])).toEqual(['one', 'many']);
  });

  test('is the last when the text has fewer than the language, and the text when it has one', () => {
    expect(formsOf('1|more', 'ru', [1, 2, 5])).toEqual(['1', 'more', 'more']);
    expect(formsOf('all', 'ru', [1, 2, 5])).toEqual(['all', 'all', 'all']);
    expect(formsOf('', 'en', [1])).toEqual(['']);
  });

  test('of a locale that the system does not know is as in English', () => {
    expect([1, 2].map((number) => pluralIndex(number, 'en-1'))).toEqual([0, 1]);
  });
});

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const root = join(import.meta.dirname, '../../plugins/validation/lang');
const locales = readdirSync(root).sort();
const textsOf = (locale: string): Texts =>
  JSON.parse(readFileSync(join(root, locale, 'validation.json'), 'utf8')) as Texts;

const flatten = (texts: Texts): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, text]): [string, string][] =>
      typeof text === 'string'
        ? [[key, text]]
        : Object.entries(text).map(([kind, typed]): [string, string] => [`${key}.${kind}`, typed]),
    ),
  );

const placeholders = (text: string): string[] => [...text.matchAll(/:[A-Za-z_]\w*/g)].map(([name]) => name).sort();

const ours = flatten(english());

test('there are English, German, French, Spanish, Portuguese and Simplified Chinese', () => {
  expect(locales).toEqual(['de', 'en', 'es', 'fr', 'pt', 'zh-CN']);
});

describe.each(locales)('%s', (locale) => {
  const texts = flatten(textsOf(locale));

  test('has every text, in the order of the alphabet, and no other', () => {
    expect([...texts.keys()].sort()).toEqual([...ours.keys()].sort());
    expect(Object.keys(textsOf(locale))).toEqual(Object.keys(textsOf(locale)).sort());
  });

  test('has the placeholders of the English text in each', () => {
    const differing = [...texts].filter(([key, text]) => {
      const expected = placeholders(ours.get(key) ?? '');
      return placeholders(text).join() !== expected.join();
    });
    expect(differing).toEqual([]);
  });

  test('has whole sentences, which name the field', () => {
    for (const [key, text] of texts) {
      expect(`${key}: ${text}`).toMatch(locale === 'zh-CN' ? /[。：]|：:values。$/ : /(?:\.|: :values\.)$/);
      expect(`${key}: ${text}`).toContain(':attribute');
      expect(text).toBe(text.trim());
    }
  });

  test('says something of its own', () => {
    const same = [...texts].filter(([key, text]) => locale !== 'en' && ours.get(key) === text);
    expect(same).toEqual([]);
  });
});

test('every rule has a text under every name it may be written by, a size rule one for each kind', () => {
  const silent = new Set(['bail', 'nullable', 'sometimes']);
  const missing = builtInRules.flatMap(({ name, aliases = [], deprecated = [], sized = false, control }) => {
    if (control !== undefined || silent.has(name)) return [];
    return [name, ...aliases, ...deprecated].filter((written) => {
      const keys = sized ? ['array', 'file', 'numeric', 'string'].map((kind) => `${written}.${kind}`) : [written];
      return keys.some((key) => !ours.has(key));
    });
  });
  expect(missing).toEqual([]);
});
