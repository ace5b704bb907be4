import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, type Context } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { translatorOf } from '@taproot/lang';
import { bootIn, bootWith, failureOf, folderOf, serveLang } from '../lang/support.ts';
import { workOf } from '../support/steps.ts';
import { askUnknownLocales, contextIn } from './support/unknown-locales.ts';

const files = {
  'lang/en.json': { hello: 'Hello', other: 'OTHER', shout: ':value' },
  'lang/de.json': { hello: 'Hallo' },
  'lang/fr.json': { hello: 'Bonjour' },
};

const hostileNames = [
  '../../etc',
  '..%2f..%2fetc',
  'en/../../x',
  'C:\\x',
  '\0',
  'en\0',
  'x'.repeat(500),
  `en-${'x'.repeat(500)}`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'cimode',
  'dev',
  '',
  '.',
  '*',
];

describe('locales from outside', () => {
  test('LA-01 what is no locale that exists is refused, and falls back where it was not checked', async () => {
    const secret = { 'etc/hello.json': { hello: 'secret' }, 'x.json': { hello: 'secret' } };
    const app = await bootWith({ ...files, ...secret });
    for (const name of hostileNames) {
      const ctx = contextIn('en');
      expect(() => app.setLocale(ctx, name)).toThrow(expect.objectContaining({ status: 400 }));
      expect(() => app.facades.Lang(ctx).setLocale(name)).toThrow(expect.objectContaining({ status: 400 }));
      expect(() => app.facades.Lang().setLocale(name)).toThrow(expect.objectContaining({ code: 'E_LOCALE_UNKNOWN' }));
      expect(() => app.facades.Lang(ctx).setFallback(name)).toThrow(expect.objectContaining({ status: 400 }));
      expect(ctx.locale()).toBe('en');
      const unchecked = app.facades.Lang(contextIn(name));
      expect([unchecked.get('hello'), unchecked.choice('hello', 2), unchecked.has('hello')]).toEqual([
        'Hello',
        'Hello',
        true,
      ]);
      expect(app.facades.Lang().get('hello', {}, name)).toBe('Hello');
    }
  });

  test('LA-02 after "__proto__" every locale still works', async () => {
    const app = await bootWith(files);
    expect(app.facades.Lang(contextIn('__proto__')).get('hello')).toBe('Hello');
    expect(app.facades.Lang().setLocale('fr').get('hello')).toBe('Bonjour');
    expect(Object.prototype).not.toHaveProperty('hello');
  });

  test('LA-03 ten thousand unknown locales leave nothing behind', async () => {
    const app = await bootWith(files);
    // A hundred bytes a name would be 1 MB; `unknown-locales` of tests/long asks for a hundred thousand.
    expect(askUnknownLocales(app, 10_000)).toBeLessThan(500_000);
  });

  test('LA-04 requests that overlap keep their own language', async () => {
    let waiting: (() => void)[] = [];
    const server = await serveLang(files, (route, { facades }) => {
      route.get('/{locale}', async (ctx) => {
        facades.Lang(ctx).setLocale(ctx.request().route('locale'));
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 100) return;
          for (const go of waiting) go();
          waiting = [];
        });
        return ctx.response().string(200, facades.Lang(ctx).get('hello'));
      });
    });
    for (let round = 0; round < 2; round++) {
      const asked = Array.from({ length: 100 }, (_, i) => ['fr', 'en', 'de'][i % 3] ?? '');
      const told = await Promise.all(asked.map(async (locale) => (await fetch(`${server.url}/${locale}`)).text()));
      expect(told).toEqual(asked.map((locale) => ({ fr: 'Bonjour', en: 'Hello', de: 'Hallo' })[locale]));
    }
  });

  test('HD-07 an Accept-Language of 16 KiB and 4,000 languages is read once, to its limit', async () => {
    const app = await bootWith(files);
    const negotiate = app.middleware.locale();
    const headers = [
      Array.from({ length: 4000 }, (_, i) => `x${(i % 36).toString(36)};q=0.${i % 10}`).join(),
      'a-'.repeat(8192),
      `${' '.repeat(16_000)}de`,
      'de;q=0.0000'.repeat(1500),
      ','.repeat(16_384),
    ];
    for (const header of headers) {
      const ctx = {
        ...contextIn('en'),
        request: () => ({ header: () => header }),
      } as unknown as Context;
      const response = { vary: () => response, header: () => 'en' } as unknown as Awaited<
        ReturnType<typeof negotiate.handle>
      >;
      expect(await workOf(() => negotiate.handle(ctx, async () => response))).toBeLessThan(12_000);
    }
  });
});

describe('texts and keys from outside', () => {
  test('LA-05 values are printed as they are', async () => {
    const lang = (await bootWith(files)).facades.Lang();
    for (const value of ['$t(other)', '{{secret}}', '$t(shout)', ':value', ':VALUE', '$&', '$1', '{0} a|b'])
      expect(lang.get('shout', { value })).toBe(value);
    expect(lang.choice('shout', 2, { value: 'a|b' })).toBe('a|b');
  });

  test('LA-08 keys that objects inherit are missing', async () => {
    const app = await bootWith({ 'lang/en.json': { required: 'R', a: { b: 'B' } } });
    const lang = app.facades.Lang();
    for (const key of ['constructor', '__proto__', '__proto__.toString', 'required.length', 'a', 'a.b.length', 'a.']) {
      expect([lang.get(key), lang.has(key), translatorOf(app)?.get(key, 'en')]).toEqual([key, false, null]);
      expect(lang.get(key, { x: 1 })).toBe(key);
    }
  });

  test('LA-08 a file may hold such keys, and pollutes nothing', async () => {
    const app = await bootWith({ 'lang/en.json': '{"__proto__": {"polluted": "yes"}, "constructor": "C", "a": "A"}' });
    const lang = app.facades.Lang();
    expect([lang.get('constructor'), lang.get('__proto__.polluted'), lang.get('a')]).toEqual(['C', 'yes', 'A']);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('files that are not as they should be', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`;

  test.each([
    ['no JSON', '{ bad json', 'lang/fr/validation.json:1'],
    ['a list', '[]', 'lang/fr/validation.json'],
    ['a number', '5', 'lang/fr/validation.json'],
    ['nested 10,000 deep', nested(10_000), 'lang/fr/validation.json'],
    ['of 5 MiB', `{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`, 'lang/fr/validation.json'],
    ['no text at all', Buffer.from([0xff, 0xfe, 0x00]), 'lang/fr/validation.json:1'],
  ])('LA-06 a file that is %s stops the boot, named', async (_what, content, place) => {
    const { code, message } = await failureOf(bootWith({ ...files, 'lang/fr/validation.json': content }));
    expect(code).toBe('E_LANG_FILE');
    expect(message.replace(/(\.json:\d+):\d+ /, '$1 ')).toContain(`${place} cannot be used`);
    expect(message.length).toBeLessThan(200);
  });

  test('LA-06 a byte order mark and a modest nesting are no fault', async () => {
    const app = await bootWith({ 'lang/en.json': `\ufeff${nested(16)}` });
    expect(app.facades.Lang().get(Array.from({ length: 16 }, () => 'a').join('.'))).toBe('x');
  });

  const bootReporting = async (folder: string): Promise<{ app: Application; told: string[] }> => {
    const told: string[] = [];
    const listener = definePlugin({
      name: 'listener',
      apply: (app) => app.hooks.report.tap('listener', (error) => void told.push((error as Error).message)),
    });
    return { app: await bootIn(folder, { plugins: [listener] }), told };
  };

  test('LA-07 a file that cannot be read is told once, and the fallback stands in', async () => {
    const folder = folderOf({ ...files, 'lang/de/a.json': { x: 'x' } });
    symlinkSync(join(folder, 'gone.json'), join(folder, 'lang/fr-CA.json'));
    symlinkSync('loop.json', join(folder, 'lang/de/loop.json'));
    chmodSync(join(folder, 'lang/de/a.json'), 0o000);
    const { app, told } = await bootReporting(folder);
    // Root reads whatever the permissions say.
    const unreadable = process.getuid?.() === 0 ? [] : ['lang/de/a.json cannot be read (EACCES)'];
    const expected = [
      ...unreadable,
      'lang/de/loop.json cannot be read (ELOOP)',
      'lang/fr-CA.json cannot be read (ENOENT)',
    ];
    expect(told).toEqual(expected.map((part) => expect.stringContaining(part)));
    expect(app.facades.Lang(contextIn('fr-CA')).get('hello')).toBe('Bonjour');
  });

  test('LA-07 a directory named like a file holds no text', async () => {
    const folder = folderOf(files);
    mkdirSync(join(folder, 'lang/fr/validation.json'), { recursive: true });
    mkdirSync(join(folder, 'lang/nl.json'));
    const { app } = await bootReporting(folder);
    expect(app.facades.Lang(contextIn('fr')).get('hello')).toBe('Bonjour');
    expect(app.facades.Lang(contextIn('nl')).get('hello')).toBe('Hello');
  });

  test('LA-07 directories that lead back to themselves end', async () => {
    const folder = folderOf({ 'lang/en/a.json': { x: 'x' } });
    for (const name of ['again', 'anew', 'once-more']) symlinkSync('.', join(folder, 'lang/en', name));
    const { app } = await bootReporting(folder);
    expect(app.facades.Lang().get('a.x')).toBe('x');
  });
});

describe('LA-09 lang:publish', () => {
  const publishIn = async (folder: string, line = '') => {
    const offers = folderOf({ 'en/validation.json': '{"required": "R"}' });
    const texts: AnyPlugin = definePlugin({ name: 'texts', locales: () => pathToFileURL(`${offers}/`) });
    const app = await bootIn(folder, { plugins: [consoleKernel(), texts] });
    return app.facades.Console().call(`lang:publish ${line}`);
  };

  test('LA-09 keeps an edited file and says so with its exit code', async () => {
    const folder = folderOf({ 'lang/en/validation.json': '{"required": "mine"}' });
    expect((await publishIn(folder)).code).toBe(1);
    expect(readFileSync(join(folder, 'lang/en/validation.json'), 'utf8')).toBe('{"required": "mine"}');
  });

  test.each([
    ['the file', 'lang/en/validation.json', 'outside.json'],
    ['the directory of the locale', 'lang/en', 'outside'],
    ['the directory of all', 'lang', 'outside'],
  ])('LA-09 writes nothing through a link in place of %s, forced or not', async (_what, path, target) => {
    const folder = folderOf({ 'outside/keep.txt': 'keep', 'outside.json': '{"required": "outside"}' });
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(join(folder, target), join(folder, path));
    for (const flag of ['', '--force']) {
      const { code, output } = await publishIn(folder, flag);
      expect(code).toBe(1);
      expect(output).toContain('symbolic link');
    }
    expect(lstatSync(join(folder, path)).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(folder, path))).toBe(join(folder, target));
    expect(readFileSync(join(folder, 'outside.json'), 'utf8')).toBe('{"required": "outside"}');
    expect(readdirSync(join(folder, 'outside'))).toEqual(['keep.txt']);
  });

  test('LA-09 what a killed process left behind is neither read nor in the way', async () => {
    const folder = folderOf({ 'lang/en/validation.json.0b0c.tmp': '{ "requi' });
    const { code } = await publishIn(folder);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'lang/en/validation.json'), 'utf8')).toBe('{"required": "R"}');
    const app = await bootIn(folder);
    expect(app.facades.Lang().get('validation.required')).toBe('R');
  });

  test('LA-09 a failed write leaves the old file whole and no other', async () => {
    const folder = folderOf();
    mkdirSync(join(folder, 'lang/en/validation.json'), { recursive: true });
    const { code } = await publishIn(folder, '--force');
    expect(code).toBe(1);
    expect(readdirSync(join(folder, 'lang/en'))).toEqual(['errors.json', 'pagination.json', 'validation.json']);
  });
});
