import { describe, expect, test } from '@jest/globals';
import { readPage } from './support/code-blocks.ts';
import { docPages } from './support/pages.ts';

/** Pages directly in docs/ that are not guides: a picture of the house, and a list that is made from code. */
const others = new Set(['docs/architecture.md', 'docs/errors.md']);
const guides = docPages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && !others.has(page));

/** The headings of the second level, outside of code. */
const headings = (markdown: string): string[] =>
  [...markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

const sectionOf = (markdown: string, heading: string): string =>
  markdown.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0]?.trim() ?? '';

describe.each(guides)('%s', (guide) => {
  test('begins with code, before its first section and on the first screen', async () => {
    const markdown = await readPage(guide);
    const code = markdown.indexOf('\n```');
    const section = markdown.indexOf('\n## ');
    const before = markdown.slice(0, code).split('\n').length;
    expect({ hasCode: code > 0 && (section < 0 || code < section), isEarly: before <= 15 }).toEqual({
      hasCode: true,
      isEarly: true,
    });
  });

  test('ends with pitfalls and where to go next', async () => {
    const markdown = await readPage(guide);
    expect(headings(markdown).slice(-2)).toEqual(['Pitfalls', 'Next']);
    expect(sectionOf(markdown, 'Pitfalls')).toMatch(/^- .+\n- /);
    const next = sectionOf(markdown, 'Next').split('\n');
    expect(next.filter((line) => !/^- .*\]\([^)]+\)/.test(line))).toEqual([]);
    expect(next.length).toBeGreaterThan(1);
  });
});
