import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Application, type Context, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { translatorOf } from '@taproot/lang';
import { bootIn, bootWith, failureOf, folderOf, until, write } from './support.ts';

const garden = {
  'lang/en/garden.json': {
    tree: 'tree',
    greeting: 'Hello :name',
    apples: '{0} no apples|one apple|:count apples',
    deep: { inner: { leaf: 'leaf' } },
    only: 'only English',
    empty: 'not empty',
  },
  'lang/de/garden.json': { tree: 'Baum', greeting: 'Hallo :Name', apples: 'ein Apfel|:count Äpfel', empty: '' },
  'lang/pt.json': { 'garden.tree': 'árvore', 'garden.greeting': 'Oi :name' },
  'lang/pt-BR/garden.json': { greeting: 'E aí :name' },
};

/** A context that knows its locale and its values, and nothing else. */
const contextIn = (first: string): Context => {
  let locale = first;
  const values = new Map<PropertyKey, unknown>();
  const ctx: Partial<Context> = {
    locale: () => locale,
    setLocale(next) {
      locale = next;
      return ctx as Context;
    },
    value: (key: PropertyKey) => values.get(key),
    withValue(key: PropertyKey, value: unknown) {
      values.set(key, value);
      return ctx as Context;
    },
  };
  return ctx as Context;
};

/** What a descriptor of this process is; the one that lists them is gone by then. */
const linkOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
};

describe('a text', () => {
  test('is that of the locale of the context, without one of the application', async () => {
    const app = await bootWith(garden);
    expect(app.facades.Lang(contextIn('de')).get('garden.tree')).toBe('Baum');
    expect(app.facades.Lang().get('garden.tree')).toBe('tree');
    expect(app.facades.Lang(null).get('garden.deep.inner.leaf')).toBe('leaf');
  });

  test('has its placeholders filled, and may be asked for in another locale', async () => {
    const lang = (await bootWith(garden)).facades.Lang();
    expect(lang.get('garden.greeting', { name: 'ada' })).toBe('Hello ada');
    expect(lang.get('garden.greeting', { name: 'ada' }, 'de')).toBe('Hallo Ada');
  });

  test('is looked for in the locale, in what that derives from, in the fallback; else it is the key', async () => {
    const lang = (await bootWith(garden)).facades.Lang(contextIn('pt-BR'));
    expect(lang.get('garden.greeting', { name: 'Zé' })).toBe('E aí Zé');
    expect(lang.get('garden.tree')).toBe('árvore');
    expect(lang.get('garden.only')).toBe('only English');
    expect(lang.get('garden.none')).toBe('garden.none');
    expect(lang.get('')).toBe('');
  });

  test('left empty is one still to be translated', async () => {
    const lang = (await bootWith(garden)).facades.Lang(contextIn('de'));
    expect(lang.get('garden.empty')).toBe('not empty');
  });

  test('of a group of keys is none', async () => {
    const lang = (await bootWith(garden)).facades.Lang();
    expect([lang.get('garden'), lang.get('garden.deep'), lang.has('garden.deep')]).toEqual([
      'garden',
      'garden.deep',
      false,
    ]);
  });

  test('may be a sentence of its own as key, with dots, colons and bars', async () => {
    const key = 'I like it. Do you: yes?';
    const lang = (await bootWith({ 'lang/de.json': { [key]: 'Mir gefällt es.' } })).facades.Lang(contextIn('de'));
    expect(lang.get(key)).toBe('Mir gefällt es.');
  });

  test('of the file of the whole locale goes before that of a group, but not before one of a nearer locale', async () => {
    const files = {
      'lang/en.json': { 'a.x': 'en.json', 'a.y': 'en.json' },
      'lang/en/a.json': { x: 'en/a.json' },
      'lang/de/a.json': { x: 'de/a.json' },
    };
    const app = await bootWith(files);
    expect(app.facades.Lang().get('a.x')).toBe('en.json');
    expect(app.facades.Lang(contextIn('de')).get('a.x')).toBe('de/a.json');
    expect(app.facades.Lang(contextIn('de')).get('a.y')).toBe('en.json');
  });

  test('lies in a group of groups', async () => {
    const lang = (await bootWith({ 'lang/en/role/user.json': { name: 'user' } })).facades.Lang();
    expect(lang.get('role/user.name')).toBe('user');
  });

  test('is chosen by number, in the grammar of the locale it was found in', async () => {
    const app = await bootWith({ ...garden, 'lang/ru/garden.json': { tree: 'дерево' } });
    const [english, german] = [app.facades.Lang(), app.facades.Lang(contextIn('de'))];
    expect([0, 1, 2].map((n) => english.choice('garden.apples', n))).toEqual(['no apples', 'one apple', '2 apples']);
    expect([1, 2].map((n) => german.choice('garden.apples', n))).toEqual(['ein Apfel', '2 Äpfel']);
    expect(app.facades.Lang(contextIn('ru')).choice('garden.apples', 21)).toBe('21 apples');
    expect(german.choice('garden.apples', 2, { count: 'zwei' })).toBe('zwei Äpfel');
  });

  test('that is missing may be a key with forms of its own', async () => {
    const lang = (await bootWith(garden)).facades.Lang(contextIn('xx-not-there'));
    expect([1, 2].map((n) => lang.choice('one seed|:count seeds', n))).toEqual(['one seed', '2 seeds']);
  });

  test('is known to be there or not', async () => {
    const lang = (await bootWith({ ...garden, 'lang/de.json': { OK: 'OK' } })).facades.Lang(contextIn('de'));
    expect(['garden.tree', 'garden.only', 'OK', 'garden.none'].map((key) => lang.has(key))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('that is missing everywhere calls the hook, with the locale', async () => {
    const missing: string[] = [];
    const watcher = definePlugin({
      name: 'watcher',
      after: ['lang'],
      apply: (app) =>
        app.facades.Lang().hooks.missing.tap('watcher', (key, locale) => missing.push(`${locale} ${key}`)),
    });
    const app = await bootWith(garden, { plugins: [watcher] });
    const lang = app.facades.Lang(contextIn('de'));
    lang.get('garden.none');
    lang.choice('garden.neither', 2);
    lang.get('garden.only');
    lang.has('garden.none');
    translatorOf(app)?.get('garden.none', 'de');
    expect(missing).toEqual(['de garden.none', 'de garden.neither']);
    expect([...app.hookTables].map(([owner]) => owner)).toContain('lang');
  });
});

describe('the locale', () => {
  test('of a context is set for it alone, by any spelling of a locale that exists', async () => {
    const app = await bootWith(garden);
    const [one, other] = [contextIn('en'), contextIn('en')];
    app.facades.Lang(one).setLocale('PT_br');
    expect([one.locale(), other.locale()]).toEqual(['pt-BR', 'en']);
    app.facades.Lang(one).setLocale('de-AT');
    expect([app.facades.Lang(one).currentLocale(), app.facades.Lang(one).get('garden.tree')]).toEqual(['de', 'Baum']);
  });

  test('is set by the App facade in the same way', async () => {
    const app = await bootWith(garden);
    const ctx = contextIn('en');
    app.facades.App().setLocale(ctx, 'DE');
    expect([app.currentLocale(ctx), app.isLocale(ctx, 'de'), app.facades.Lang(ctx).get('garden.tree')]).toEqual([
      'de',
      true,
      'Baum',
    ]);
    expect(() => app.setLocale(ctx, 'ru')).toThrow(expect.objectContaining({ code: 'E_LOCALE_UNKNOWN', status: 400 }));
    expect(ctx.locale()).toBe('de');
  });

  test('without a context is set for the object alone', async () => {
    const app = await bootWith(garden);
    const lang = app.facades.Lang().setLocale('de').setFallback('pt');
    expect([lang.currentLocale(), lang.getFallback(), lang.get('garden.tree')]).toEqual(['de', 'pt', 'Baum']);
    expect([app.facades.Lang().currentLocale(), app.facades.Lang().getFallback()]).toEqual(['en', 'en']);
    expect(lang.get('garden.only')).toBe('garden.only');
  });

  test('must exist; the error names the closest one', async () => {
    const lang = (await bootWith(garden)).facades.Lang();
    for (const set of [() => lang.setLocale('dr'), () => lang.setFallback('dr')])
      expect(set).toThrow('The locale "dr" does not exist. Did you mean "de"?');
    expect(lang.currentLocale()).toBe('en');
  });

  test('of the application exists without any file', async () => {
    const app = await bootWith({}, { config: { app: { locale: 'nl', fallback_locale: 'fi' } } });
    expect(app.facades.Lang().setLocale('fi').currentLocale()).toBe('fi');
    expect([app.facades.Lang().currentLocale(), app.facades.Lang().getFallback()]).toEqual(['nl', 'fi']);
    expect(app.facades.Lang().get('a.b')).toBe('a.b');
  });

  test('to fall back to stays with the context', async () => {
    const app = await bootWith(garden);
    const ctx = contextIn('de');
    app.facades.Lang(ctx).setFallback('pt');
    expect(app.facades.Lang(ctx).getFallback()).toBe('pt');
    expect(app.facades.Lang(contextIn('de')).getFallback()).toBe('en');
  });
});

describe('language files', () => {
  test('lie where lang.path says', async () => {
    const elsewhere = folderOf({ 'en.json': { a: 'far' } });
    const far = await bootWith({}, { config: { lang: { path: elsewhere } } });
    const near = await bootWith({ 'texts/en.json': { a: 'near' } }, { config: { lang: { path: 'texts' } } });
    expect([far.facades.Lang().get('a'), near.facades.Lang().get('a')]).toEqual(['far', 'near']);
  });

  test('of one locale may be spelt in two ways', async () => {
    const files = { 'lang/pt_BR/a.json': { x: 'x' }, 'lang/pt-br.json': { 'a.y': 'y' } };
    const lang = (await bootWith(files)).facades.Lang(contextIn('pt-BR'));
    expect([lang.get('a.x'), lang.get('a.y')]).toEqual(['x', 'y']);
  });

  test('are what is named like a locale; the rest of the directory is left alone', async () => {
    const app = await bootWith({
      'lang/README.md': '#',
      'lang/vendor/x.json': '{ not ours',
      'lang/.de.json': '{ an editor',
      'lang/en/notes.txt': 'note',
      'lang/en/a.json': { x: 'x' },
    });
    expect(app.facades.Lang().get('a.x')).toBe('x');
    expect(() => app.facades.Lang().setLocale('vendor')).toThrow('vendor');
  });

  test('have byte order marks, or none', async () => {
    const app = await bootWith({ 'lang/en.json': '\ufeff{"a": "with"}' });
    expect(app.facades.Lang().get('a')).toBe('with');
  });

  test.each([
    ['{\n  "a": "x",\n  "b": y\n}', 'lang/fr.json:3:8', "it is not JSON: Unexpected token 'y'"],
    ['{\n  "a": "x",\n}', 'lang/fr.json:3:1', 'it is not JSON: Expected double-quoted property name'],
    ['{\n  "a": "x\n"}', 'lang/fr.json:2:10', 'it is not JSON: Bad control character in string literal'],
    ['{\n  "a": "x"\n', 'lang/fr.json:2:11', "it is not JSON: Expected ',' or '}' after property value"],
    ['{}\n\n{}', 'lang/fr.json:3:1', 'it is not JSON: Unexpected non-whitespace character after JSON'],
    ['\n', 'lang/fr.json:1', 'it is empty'],
    ['{"a": {"b": [1]}}', 'lang/fr.json', '"a.b" is a list'],
    ['{"a": 1}', 'lang/fr.json', '"a" is a number'],
    ['{"a": null}', 'lang/fr.json', '"a" is null'],
    ['"a"', 'lang/fr.json', 'it is a string'],
  ])('that say %j stop the boot, with place and reason', async (content, place, reason) => {
    const { code, message } = await failureOf(bootWith({ 'lang/fr.json': content }));
    expect(code).toBe('E_LANG_FILE');
    expect(message).toBe(`The language file ${place} cannot be used: ${reason}.`);
  });
});

describe('in development', () => {
  const development = { env: { APP_ENV: 'development' } };

  test('a changed, an added and a removed file are read again', async () => {
    const folder = folderOf({ 'lang/en/a.json': { x: 'old', y: 'y' } });
    const lang = (await bootIn(folder, development)).facades.Lang();
    expect(lang.get('a.x')).toBe('old');
    write(folder, 'lang/en/a.json', { x: 'new' });
    await until(() => lang.get('a.x') === 'new');
    expect(lang.has('a.y')).toBe(false);
    write(folder, 'lang/de/b.json', { x: 'neu' });
    await until(() => lang.get('b.x', {}, 'de') === 'neu');
    write(folder, 'lang/de/b.json', { x: 'neuer' });
    await until(() => lang.get('b.x', {}, 'de') === 'neuer');
    rmSync(join(folder, 'lang/de'), { recursive: true });
    await until(() => !lang.has('b.x', 'de'));
  });

  test('the directory itself may come later', async () => {
    const folder = folderOf();
    const lang = (await bootIn(folder, development)).facades.Lang();
    write(folder, 'lang/en.json', { a: 'come' });
    await until(() => lang.has('a'));
    expect(lang.get('a')).toBe('come');
  });

  test('a broken file is reported, and the old translations stay until it is fixed', async () => {
    const folder = folderOf({ 'lang/en.json': { a: 'good' } });
    const told: unknown[] = [];
    const listener = definePlugin({
      name: 'listener',
      apply: (app) => app.hooks.report.tap('listener', (error) => void told.push(error)),
    });
    const lang = (await bootIn(folder, { ...development, plugins: [listener] })).facades.Lang();
    write(folder, 'lang/en.json', '{ "a": ');
    await until(() => told.length > 0);
    expect(told[0]).toMatchObject({ code: 'E_LANG_FILE' });
    expect(lang.get('a')).toBe('good');
    write(folder, 'lang/en.json', { a: 'mended' });
    await until(() => lang.get('a') === 'mended');
  });

  // Watches keep no process alive, so Node does not list them among its resources.
  const watches = (): number =>
    readdirSync('/proc/self/fd')
      .filter((descriptor) => linkOf(descriptor) === 'anon_inode:inotify')
      .flatMap((descriptor) => readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8').split('\n'))
      .filter((line) => line.startsWith('inotify ')).length;
  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux('nothing stays open once the application is closed', async () => {
    const before = watches();
    const app = await bootWith(garden, development);
    expect(watches()).toBeGreaterThan(before);
    expect(await app.close()).toEqual([]);
    expect(watches()).toBe(before);
  });

  onLinux('and there alone, unless lang.reload says otherwise', async () => {
    const before = watches();
    await bootWith(garden);
    await bootWith(garden, { ...development, config: { lang: { reload: false } } });
    expect(watches()).toBe(before);
    await bootWith(garden, { config: { lang: { reload: true } } });
    expect(watches()).toBeGreaterThan(before);
  });
});

describe('other plugins', () => {
  test('get the strings of the files unchanged, or null', async () => {
    const app = await bootWith(garden);
    const translator = translatorOf(app);
    expect(translator?.get('garden.greeting', 'de')).toBe('Hallo :Name');
    expect(translator?.get('garden.only', 'de')).toBe('only English');
    expect(translator?.get('garden.tree', 'never-heard-of')).toBe('tree');
    expect(translator?.get('garden.none', 'de')).toBeNull();
    expect(translator?.get('garden.empty', 'de')).toBe('not empty');
    expect(translator?.get('garden.tree', 'pt-BR')).toBe('árvore');
  });

  test('get no translator where there is no lang plugin', async () => {
    const app: Application = await setup(null, { env: { APP_ENV: 'testing' } }).create();
    expect(translatorOf(app)).toBeNull();
    await app.close();
  });
});
