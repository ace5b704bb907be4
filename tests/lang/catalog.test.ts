import { describe, expect, jest, test } from '@jest/globals';
import { Catalog, type Texts } from '../../plugins/lang/src/catalog/catalog.ts';
import { createI18n } from '../../plugins/lang/src/catalog/load-catalog.ts';
import { LocaleSet } from '../../plugins/lang/src/catalog/locale-set.ts';

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
