import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { bootIn, bootWith, folderOf, until, write } from './support.ts';

const offers = (files: Readonly<Record<string, unknown>>): AnyPlugin => {
  const folder = folderOf(files);
  return definePlugin({ name: 'offers', locales: () => pathToFileURL(`${folder}/`) });
};

const english = '{ "required": "The :attribute is required." }\n';
const plugins = (): AnyPlugin[] => [
  consoleKernel(),
  offers({
    'en/validation.json': english,
    'de/validation.json': { required: 'Fehlt.' },
    'pt/validation.json': { required: 'Falta.' },
  }),
];

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('lang:publish', () => {
  const publishIn = async (folder: string, line = '', texts = plugins()) => {
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
    expect(read(folder, 'lang/en/validation.json')).toBe(english);
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
      expect(JSON.parse(read(folder, 'lang/en/validation.json'))).toEqual({ required: 'Mine.' });
      expect(await publishIn(folder, flag)).toEqual({
        code: 0,
        output:
          'unchanged    lang/en/errors.json\nunchanged    lang/en/pagination.json\noverwritten  lang/en/validation.json\n',
      });
      expect(read(folder, 'lang/en/validation.json')).toBe(english);
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
    const app = await bootIn(folder, { plugins: plugins(), config: { lang: { path: 'texts' } } });
    expect((await app.facades.Console().call('lang:publish')).output).toContain('texts/en/validation.json');
    expect(read(folder, 'texts/en/validation.json')).toBe(english);
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
  const app = await bootIn(folder, { plugins: plugins(), env: { APP_ENV: 'development' } });
  await app.facades.Console().call('lang:publish');
  const lang = app.facades.Lang();
  await until(() => lang.has('validation.required'));
  expect(lang.get('validation.required')).toBe('The :attribute is required.');
  write(folder, 'lang/en/validation.json', { accepted: 'Mine.' });
  await until(() => lang.has('validation.accepted'));
  expect(lang.get('validation.accepted')).toBe('Mine.');
});
