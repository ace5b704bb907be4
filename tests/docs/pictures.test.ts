import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { drawPicture } from '../../scripts/docs/draw-picture.mjs';
import { readPage, root } from './support/code-blocks.ts';
import { docPages } from './support/pages.ts';

const folder = join(root, 'docs', 'pictures');
const sources = readdirSync(folder).filter((file) => file.endsWith('.json'));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe.each(sources)('the picture %s', (file) => {
  test('is drawn from its source: node scripts/docs/pictures.mjs', () => {
    expect(read(file.replace('.json', '.svg'))).toBe(drawPicture(JSON.parse(read(file))));
  });

  test('is shown on a page, with a text in place of it', async () => {
    const pages = await Promise.all(docPages.map(readPage));
    const shown = new RegExp(`!\\[[^\\]]{20,}\\]\\([./]*pictures/${file.replace('.json', '\\.svg')}\\)`);
    expect(pages.some((page) => shown.test(page))).toBe(true);
  });
});

test('arrows lead from box to box, and every box has room', () => {
  const svg = drawPicture({
    title: 'A & B',
    text: 'A leads to B.',
    boxes: [
      { label: 'A', at: [0, 0] },
      { label: 'B', at: [1, 1] },
    ],
    arrows: [{ from: 'A', to: 'B' }],
  });
  expect(svg).toContain('<title id="title">A &amp; B</title>');
  expect(svg).toContain('d="M196 56H228V156H260"');
  expect(svg).toContain('viewBox="0 0 456 212"');
});
