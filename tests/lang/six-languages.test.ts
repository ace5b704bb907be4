import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { errorTables } from '../docs/support/error-tables.ts';

const plugins = join(import.meta.dirname, '..', '..', 'plugins');
const languages = ['de', 'en', 'es', 'fr', 'pt', 'zh-CN'];

/** The strings of a language file by their whole key. */
const stringsOf = (value: unknown, key: string): [key: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => stringsOf(inner, `${key}.${name}`))
    : [[key, String(value)]];

const placeholdersOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/:([a-z_]+)/gi)].map(([, name = '']) => name.toLowerCase()))].toSorted();

const read = (plugin: string, language: string): ReadonlyMap<string, string> => {
  const folder = join(plugins, plugin, 'lang', language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      stringsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')), file.replace(/\.json$/, '')),
    ),
  );
};

const localised = readdirSync(plugins).filter((name) => readdirSync(join(plugins, name)).includes('lang'));

test('the plugins that bring messages', () => {
  expect(localised).toEqual(['lang', 'validation']);
});

describe.each(localised)('the messages of %s', (plugin) => {
  const english = read(plugin, 'en');

  test('are there in six languages', () => {
    expect(readdirSync(join(plugins, plugin, 'lang')).toSorted()).toEqual(languages);
  });

  test.each(languages)('in %s: the keys of English with the same placeholders, none empty', (language) => {
    const own = read(plugin, language);
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [key, text] of own) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(english.get(key) ?? '')]);
    }
  });

  test.each(languages.filter((language) => language !== 'en'))('in %s: whole sentences stay sentences', (language) => {
    for (const [key, text] of read(plugin, language)) {
      const ends = /[.。]$/.test(english.get(key) ?? '');
      expect([key, /[.。]$/.test(text)]).toEqual([key, ends]);
    }
  });
});

describe('error messages for clients', () => {
  const english = read('lang', 'en');
  const statuses = new Set([401, 403, 404, 405, 413, 415, 422, 429]);
  // Its message has names of the application's code.
  const ofDevelopers = new Set(['E_FILE_ABSENT', 'E_AUTH_USER_UNKNOWN', 'E_OPENAPI_ABSENT']);
  const rows = errorTables.flatMap(([, errors]) =>
    Object.entries(errors).flatMap(([code, { row }]) =>
      statuses.has(row.status ?? 500) && !ofDevelopers.has(code) ? [[code, row.message] as const] : [],
    ),
  );

  test('the statuses that visitors meet have a phrase', () => {
    for (const status of [...statuses, 400, 406, 408, 409, 410, 414, 500, 501, 502, 503, 504])
      expect([status, english.has(`errors.E_HTTP_${status}`)]).toEqual([status, true]);
  });

  test.each(rows)('%s can be translated, with values that the error has', (code, message) => {
    const text = english.get(`errors.${code}`);
    expect(text).toBeDefined();
    const given = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(given).toEqual(expect.arrayContaining([...placeholdersOf(text ?? '')]));
  });
});
