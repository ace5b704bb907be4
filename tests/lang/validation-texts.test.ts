import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { english } from '../../plugins/validation/src/messages/en.ts';
import { builtInRules } from '../../plugins/validation/src/rules/index.ts';

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

const ours = flatten(english);

test('the published English is the built-in one', () => {
  expect(textsOf('en')).toEqual(english);
});

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
