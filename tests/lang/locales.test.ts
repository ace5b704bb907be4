import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import type { Application } from '@taproot/core';
import { type AnyPlugin, definePlugin, type LocaleMessages } from '@taproot/core/plugin';
import { Catalog, type Texts } from '../../plugins/lang/src/catalog/catalog.ts';
import { createI18n } from '../../plugins/lang/src/catalog/load-catalog.ts';
import { LocaleSet } from '../../plugins/lang/src/catalog/locale-set.ts';
import { errorTables } from '../docs/support/error-tables.ts';
import { bootIn, bootWith, failureOf, folderOf, until, write } from './support.ts';

const files: Readonly<Record<string, Texts>> = {
  en: { 'cart.total': 'Total', 'only.en': 'English', empty: 'not here' },
  pt: { 'cart.total': 'Soma', 'only.pt': 'Português', empty: '' },
  'pt-BR': { 'cart.total': 'Total (BR)', empty: '' },
  ja: { 'only.ja': '日本語' },
};

/** A catalogue, and how often it asked i18next. */
const catalogOf = () => {
  const texts = new Map(Object.entries(files));
  const i18n = createI18n(texts);
  const asked = jest.spyOn(i18n, 't');
  return { catalog: new Catalog({ texts, locales: new LocaleSet(texts.keys()), fallback: 'en', i18n }), asked };
};

describe('i18next', () => {
  test('finds a text in the locale, in what that derives from, in the fallback', () => {
    const { catalog } = catalogOf();
    expect(catalog.find('cart.total', 'pt-BR')).toEqual({ text: 'Total (BR)', locale: 'pt-BR' });
    expect(catalog.find('only.pt', 'pt-BR')).toEqual({ text: 'Português', locale: 'pt' });
    expect(catalog.find('only.en', 'pt-BR')).toEqual({ text: 'English', locale: 'en' });
    expect(catalog.find('empty', 'pt-BR')).toEqual({ text: 'not here', locale: 'en' });
    expect(catalog.find('only.ja', 'pt-BR')).toBeNull();
  });

  test('is asked once for each key and locale', () => {
    const { catalog, asked } = catalogOf();
    for (let round = 0; round < 3; round++) {
      for (const locale of ['en', 'pt', 'pt-BR'])
        for (const key of ['cart.total', 'only.pt', 'only.ja']) catalog.find(key, locale);
    }
    expect(asked).toHaveBeenCalledTimes(9);
  });

  test('is asked anew for another fallback', () => {
    const { catalog, asked } = catalogOf();
    expect(catalog.find('only.ja', 'pt', 'ja')?.text).toBe('日本語');
    expect(catalog.find('only.ja', 'pt')).toBeNull();
    expect(catalog.find('only.ja', 'pt', 'ja')?.text).toBe('日本語');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('is not asked for keys that no file has, and for locales from outside once', () => {
    const { catalog, asked } = catalogOf();
    for (let number = 0; number < 10_000; number++) catalog.find(`validation.attributes.items.${number}.name`, 'pt');
    expect(asked).not.toHaveBeenCalled();
    for (let number = 0; number < 10_000; number++) catalog.find('cart.total', `xx-${number}`);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

const shop = (locales: () => URL | LocaleMessages, name = 'shop'): AnyPlugin => definePlugin({ name, locales });

const texts: LocaleMessages = {
  en: { cart: { empty: 'Nothing here', full: 'Full' } },
  de: { cart: { empty: 'Nichts da' } },
};

const textOf = (app: Application, locale: string, key = 'cart.empty'): string | undefined =>
  app.provided('texts')?.find(key, locale)?.text;

test('a plugin brings messages for the locales of the application, as objects', async () => {
  const app = await bootWith({ 'lang/de/other.json': { a: 'b' } }, { plugins: [shop(() => texts)] });
  expect(textOf(app, 'en')).toBe('Nothing here');
  expect(textOf(app, 'de')).toBe('Nichts da');
  expect(textOf(app, 'de', 'cart.full')).toBe('Full');
  expect(app.facades.Lang().get('cart.empty')).toBe('Nothing here');
});

test('or as a folder of language files', async () => {
  const folder = folderOf({ 'en/cart.json': { empty: 'Nothing here' }, 'de.json': { cart: { empty: 'Nichts da' } } });
  const app = await bootWith({ 'lang/de/a.json': {} }, { plugins: [shop(() => pathToFileURL(`${folder}/`))] });
  expect([textOf(app, 'en'), textOf(app, 'de')]).toEqual(['Nothing here', 'Nichts da']);
});

test('the language files of the application win, also over the more particular locale of a plugin', async () => {
  const files = { 'lang/en/cart.json': { empty: 'Go shopping' }, 'lang/en-GB/other.json': { a: 'b' } };
  const app = await bootWith(files, { plugins: [shop(() => texts)] });
  expect(textOf(app, 'en')).toBe('Go shopping');
  expect(textOf(app, 'en-GB')).toBe('Go shopping');
  expect(textOf(app, 'en', 'cart.full')).toBe('Full');
});

test('a later plugin wins over an earlier one', async () => {
  const plugins = [shop(() => texts), shop(() => ({ en: { cart: { empty: 'Later' } } }), 'later')];
  const app = await bootWith({}, { plugins });
  expect([textOf(app, 'en'), textOf(app, 'en', 'cart.full')]).toEqual(['Later', 'Full']);
});

test('a plugin adds no locale: the application decides which exist', async () => {
  const app = await bootWith({}, { plugins: [shop(() => texts)] });
  expect(() => app.provided('texts')?.localeNamed('de')).toThrow('"de"');
  expect(textOf(app, 'de')).toBe('Nothing here');
});

test('the locale of the application need not be that of the plugin to the letter', async () => {
  const app = await bootWith({}, { env: { APP_LOCALE: 'de-AT' }, plugins: [shop(() => texts)] });
  expect(textOf(app, 'de-AT')).toBe('Nichts da');
});

test('a message that is none names the plugin', async () => {
  const faulty = shop(() => JSON.parse('{ "en": { "cart": { "empty": 5 } } }') as LocaleMessages);
  expect(await failureOf(bootWith({}, { plugins: [faulty] }))).toEqual({
    code: 'E_LANG_FILE',
    message: expect.stringContaining('locales of the plugin "shop": en'),
  });
});

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

const offers = (files: Readonly<Record<string, unknown>>): AnyPlugin => {
  const folder = folderOf(files);
  return definePlugin({ name: 'offers', locales: () => pathToFileURL(`${folder}/`) });
};

const english = '{ "required": "The :attribute is required." }\n';
const pluginsOfCommands = (): AnyPlugin[] => [
  consoleKernel(),
  offers({
    'en/validation.json': english,
    'de/validation.json': { required: 'Fehlt.' },
    'pt/validation.json': { required: 'Falta.' },
  }),
];

const readOfCommands = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('lang:publish', () => {
  const publishIn = async (folder: string, line = '', texts = pluginsOfCommands()) => {
    const app = await bootIn(folder, { plugins: texts, env: { NO_COLOR: '1' } });
    const result = await app.facades.Console().call(`lang:publish ${line}`);
    await app.close();
    return result;
  };

  test('writes the English texts, byte for byte, and says so', async () => {
    const folder = folderOf();
    expect(await publishIn(folder)).toEqual({
      code: 0,
      output:
        'created      lang/en/errors.json\ncreated      lang/en/pagination.json\ncreated      lang/en/validation.json\n',
    });
    expect(readOfCommands(folder, 'lang/en/validation.json')).toBe(english);
    expect([readdirSync(join(folder, 'lang')), readdirSync(join(folder, 'lang/en'))]).toEqual([
      ['en'],
      ['errors.json', 'pagination.json', 'validation.json'],
    ]);
  });

  test('writes the locales asked for, by any spelling, or all', async () => {
    const folder = folderOf();
    expect((await publishIn(folder, '--locale DE --locale pt-BR')).code).toBe(0);
    expect(readdirSync(join(folder, 'lang')).sort()).toEqual(['de', 'pt']);
    const { output } = await publishIn(folder, '--all');
    expect(output.split('\n').filter((line) => line.includes('validation'))).toEqual([
      'unchanged    lang/de/validation.json',
      'created      lang/en/validation.json',
      'unchanged    lang/pt/validation.json',
    ]);
  });

  test('keeps an edited file and exits with 1; --force and -f overwrite it', async () => {
    for (const flag of ['--force', '-f']) {
      const folder = folderOf({ 'lang/en/validation.json': { required: 'Mine.' } });
      const kept = await publishIn(folder);
      expect(kept.code).toBe(1);
      expect(kept.output).toContain('kept         lang/en/validation.json');
      expect(kept.output).toContain('--force');
      expect(JSON.parse(readOfCommands(folder, 'lang/en/validation.json'))).toEqual({ required: 'Mine.' });
      expect(await publishIn(folder, flag)).toEqual({
        code: 0,
        output:
          'unchanged    lang/en/errors.json\nunchanged    lang/en/pagination.json\noverwritten  lang/en/validation.json\n',
      });
      expect(readOfCommands(folder, 'lang/en/validation.json')).toBe(english);
    }
  });

  test('refuses a locale that nobody brings, naming those there are', async () => {
    const folder = folderOf();
    for (const locale of ['ru', '../../etc', '__proto__']) {
      const { code, output } = await publishIn(folder, `--locale ${locale}`);
      expect(code).toBe(64);
      expect(output).toContain('only in de, en, es, fr, pt, zh-CN');
    }
    expect(existsSync(join(folder, 'lang'))).toBe(false);
  });

  test('writes where lang.path says', async () => {
    const folder = folderOf();
    const app = await bootIn(folder, { plugins: pluginsOfCommands(), config: { lang: { path: 'texts' } } });
    expect((await app.facades.Console().call('lang:publish')).output).toContain('texts/en/validation.json');
    expect(readOfCommands(folder, 'texts/en/validation.json')).toBe(english);
  });
});

describe('lang:missing', () => {
  const missingOf = async (files: Readonly<Record<string, unknown>>) => {
    const app = await bootWith(files, { plugins: [consoleKernel()], env: { NO_COLOR: '1' } });
    return app.facades.Console().call('lang:missing');
  };

  test('lists what locales lack and what the fallback does not know, and exits with 1', async () => {
    const { code, output } = await missingOf({
      'lang/en/a.json': { x: 'x', y: { z: 'z' }, blank: '' },
      'lang/de/a.json': { x: 'x', y: { z: '' } },
      'lang/pt/a.json': { x: 'x' },
      'lang/pt-BR/a.json': { y: { z: 'z' }, more: 'more' },
    });
    expect(output.split('\n')).toEqual([
      'de     missing  a.y.z',
      'pt     missing  a.y.z',
      'pt-BR  extra    a.more',
      '',
      'Compared with en: 2 missing, 1 unknown to it.',
      '',
    ]);
    expect(code).toBe(1);
  });

  test('exits with 0 when nothing is missing', async () => {
    const complete = { 'lang/en.json': { a: 'a' }, 'lang/de.json': { a: 'a', b: 'b' } };
    expect(await missingOf(complete)).toEqual({
      code: 0,
      output: 'de  extra  b\n\nCompared with en: 0 missing, 1 unknown to it.\n',
    });
  });
});

test('a file published while the application runs in development is read at once', async () => {
  const folder = folderOf();
  const app = await bootIn(folder, { plugins: pluginsOfCommands(), env: { APP_ENV: 'development' } });
  await app.facades.Console().call('lang:publish');
  const lang = app.facades.Lang();
  await until(() => lang.has('validation.required'));
  expect(lang.get('validation.required')).toBe('The :attribute is required.');
  write(folder, 'lang/en/validation.json', { accepted: 'Mine.' });
  await until(() => lang.has('validation.accepted'));
  expect(lang.get('validation.accepted')).toBe('Mine.');
});
