import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Application } from '@taproot/core';
import { type AnyPlugin, definePlugin, type LocaleMessages } from '@taproot/core/plugin';
import { bootWith, failureOf, folderOf } from './support.ts';

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
