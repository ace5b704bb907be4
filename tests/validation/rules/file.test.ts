import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { SpooledFile } from '../../../plugins/routing/src/body/spooled-file.ts';
import { knownExtensions } from '../../../plugins/validation/src/rules/file.ts';
import { holds, message, nothing, testRefused } from './built-in.ts';

const folder = await mkdtemp(join(tmpdir(), 'rules-'));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const upload = async (content: Buffer | string, name = 'a.bin', type = 'text/html'): Promise<SpooledFile> => {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return new SpooledFile({ field: 'f', name, type, path, size: Buffer.byteLength(content) });
};

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

const pngOf = (width: number, height: number): Buffer => {
  const png = bytes('89504e470d0a1a0a 0000000d 49484452 00000000 00000000 0802000000 00000000');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

const gifOf = (width: number, height: number): Buffer => {
  const gif = Buffer.from('GIF89a\0\0\0\0\0\0\0;', 'latin1');
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
};

const content = {
  png: pngOf(300, 200),
  gif: gifOf(40, 40),
  jpeg: bytes('ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0014 000a 03 012200 021101 031101 ffd9'),
  bmp: bytes('424d 46000000 00000000 36000000 28000000 04000000 06000000 0100 1800').subarray(0, 30),
  svg: '<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
  html: '<!DOCTYPE html><html><script>1</script></html>',
  xml: '<?xml version="1.0"?><a/>',
  json: '{"a": [1, 2]}',
  csv: 'a,b\n1,"2,3"\n',
  txt: 'Dear all,\nhello world\n',
  pdf: '%PDF-1.4\n%x\n',
  empty: '',
} satisfies Record<string, Buffer | string>;

type Kind = keyof typeof content;
const kinds = Object.keys(content) as Kind[];

const taken = async (rule: string): Promise<Kind[]> => {
  const verdicts = await Promise.all(kinds.map(async (kind) => holds(rule, await upload(content[kind]))));
  return kinds.filter((_kind, i) => verdicts[i]);
};

describe('the type of a file is told by its content', () => {
  test.each<[rule: string, kinds: Kind[]]>([
    ['file', kinds],
    ['image', ['png', 'gif', 'jpeg', 'bmp']],
    ['image:allow_svg', ['png', 'gif', 'jpeg', 'bmp', 'svg']],
    ['mimes:jpg', ['jpeg']],
    ['mimes:JPEG,.png', ['png', 'jpeg']],
    ['mimes:svg', ['svg']],
    ['mimes:html', ['html']],
    ['mimes:htm,xml', ['html', 'xml']],
    ['mimes:json', ['json']],
    ['mimes:csv', ['csv']],
    ['mimes:txt', ['json', 'csv', 'txt']],
    ['mimes:pdf', ['pdf']],
    ['mimetypes:image/*', ['png', 'gif', 'jpeg', 'bmp', 'svg']],
    ['mimetypes:image/jpg,application/pdf', ['jpeg', 'pdf']],
    ['mimetypes:text/plain; charset=utf-8', ['json', 'csv', 'txt']],
    ['mimetypes:text/xml', ['xml']],
    ['encoding:utf-8', ['gif', 'bmp', 'svg', 'html', 'xml', 'json', 'csv', 'txt', 'pdf', 'empty']],
    ['dimensions:min_width=1', ['png', 'gif', 'jpeg', 'bmp']],
  ])('%s takes %j', async (rule, expected) => {
    expect(await taken(rule)).toEqual(expected);
  });
});

test('dimensions takes an SVG where image:allow_svg does: it has no pixels', async () => {
  const drawing = await upload(content.svg);
  for (const rule of ['image:allow_svg|dimensions:min_width=5', 'dimensions:width=1|image:allow_svg'])
    expect([rule, await holds(rule, drawing)]).toEqual([rule, true]);
  expect(await holds('image:allow_svg|dimensions:min_width=5', [drawing, await upload(content.png)])).toBe(true);
  expect(await holds('image:allow_svg|dimensions:min_width=5000', await upload(content.png))).toBe(false);
  for (const rule of ['dimensions:min_width=5', 'image|dimensions:min_width=5', 'mimes:svg|dimensions:min_width=5'])
    expect([rule, await holds(rule, drawing)]).toEqual([rule, false]);
  expect(await holds('image:allow_svg|dimensions:min_width=5', await upload(content.html))).toBe(false);
});

const rules = [
  'file',
  'image',
  'mimes:png',
  'mimetypes:image/png',
  'extensions:png',
  'dimensions:width=300',
  'encoding:ascii',
];

describe('every rule on files', () => {
  test.each(rules)('%s skips what is absent and refuses what is no file', async (rule) => {
    for (const value of [nothing, '']) expect(await holds(rule, value)).toBe(true);
    const refused = [null, [], {}, 1, true, { clientName: 'a.png', size: 1 }, [{ path: '/etc/passwd' }]];
    for (const value of refused) expect([value, await holds(rule, value)]).toEqual([value, false]);
  });

  test.each(rules.slice(0, -1))('UP-02 %s refuses text, on its own and in a list', async (rule) => {
    const png = await upload(content.png, 'a.png');
    expect(await holds(rule, png)).toBe(true);
    expect(await holds(rule, [png, png])).toBe(true);
    for (const value of ['a.png', ['a.png'], [png, 'a.png']]) expect(await holds(rule, value)).toBe(false);
    const html = await upload(content.html, 'a.html');
    expect(await holds(rule, [png, html])).toBe(rule === 'file');
  });
});

describe('extensions', () => {
  test.each([
    ['photo.PNG', 'extensions:png', true],
    ['photo.png', 'extensions:.PNG, jpg', true],
    ['photo.tar.gz', 'extensions:tar', false],
    ['photo.png.html', 'extensions:png', false],
    ['README', 'extensions:png', false],
    ['.png', 'extensions:png', false],
  ])('the name %s under %s is %p, whatever the content', async (name, rule, verdict) => {
    expect(await holds(rule, await upload('text', name, 'image/png'))).toBe(verdict);
  });
});

describe('dimensions of 300 x 200', () => {
  test.each([
    ['width=300,height=200', true],
    ['width=301', false],
    ['height=201', false],
    ['min_width=300,max_width=300', true],
    ['min_width=301', false],
    ['max_width=299', false],
    ['min_height=200,max_height=200', true],
    ['min_height=201', false],
    ['max_height=199', false],
    ['ratio=3/2', true],
    ['ratio=1.5', true],
    ['ratio=1', false],
    ['min_ratio=1,max_ratio=16/9', true],
    ['min_ratio=16/9', false],
    ['max_ratio=1', false],
  ])('%s is %p', async (limits, verdict) => {
    expect(await holds(`dimensions:${limits}`, await upload(content.png))).toBe(verdict);
  });

  test('a header that breaks off is no size, whatever lies behind it in memory', async () => {
    const pooled = Buffer.allocUnsafe(1);
    new Uint8Array(pooled.buffer).fill(1, pooled.byteOffset + 1);
    expect(await holds('dimensions:min_width=0', await upload(content.png.subarray(0, 18)))).toBe(false);
  });
});

describe('encoding', () => {
  test.each([
    ['encoding:utf-8', '日本', true],
    ['encoding:UTF8', '\ud800', false],
    ['encoding:ascii', 'abc', true],
    ['encoding:us-ascii', 'é', false],
  ])('%s of the text %j is %p', async (rule, text, verdict) => {
    expect(await holds(rule, text)).toBe(verdict);
  });

  test('a character may lie across the pieces in which a file is read, but not break off', async () => {
    const text = Buffer.from(`${'a'.repeat(65_535)}é`);
    expect(await holds('encoding:utf-8', await upload(text))).toBe(true);
    expect(await holds('encoding:utf-8', await upload(text.subarray(0, -1)))).toBe(false);
    expect(await holds('encoding:ascii', await upload(text))).toBe(false);
    expect(await holds('encoding:ascii', await upload('abc'))).toBe(true);
  });
});

describe('parameters', () => {
  testRefused([
    ['image:svg', '"svg" is not "allow_svg"'],
    ['mimes:', 'it has 0 parameters'],
    ['mimetypes:png', '"png" is no media type'],
    ['dimensions:wide=1', '"wide=1" is none of width, height'],
    ['dimensions:width=big', '"width=big" needs a whole number'],
    ['dimensions:ratio=3/0', '"ratio=3/0" needs a ratio'],
    ['encoding:latin1', '"latin1" is none of utf-8'],
  ]);

  test('stand in the messages', async () => {
    for (const rule of ['mimes:png,jpg', 'mimetypes:image/png', 'extensions:png,jpg', 'encoding:utf-8'])
      expect(await message(rule, ':values', { f: 1 })).toBe(rule.slice(rule.indexOf(':') + 1).replaceAll(',', ', '));
  });
});

test('V-8: mimes takes the extensions that content is recognised as, and no other', () => {
  const source = (file: string): string => readFileSync(new URL(`../../../plugins/${file}`, import.meta.url), 'utf8');
  const sniffed = ['routing/src/body/sniff-type.ts', 'routing/src/body/sniff-container.ts']
    .flatMap((file) => [...source(file).matchAll(/'[\w.+-]+\/[\w.+-]+', '(\w+)'|\w+`, '(\w+)'/g)])
    .map(([, one, other]) => one ?? other ?? '');
  const texts = [...source('validation/src/files/text-type.ts').matchAll(/extensions: \[(.+?)\]/g)]
    .flatMap(([, list = '']) => list.split(', '))
    .map((name) => name.replaceAll("'", ''));
  expect(knownExtensions.toSorted()).toEqual([...new Set([...sniffed, ...texts])].toSorted());
});
