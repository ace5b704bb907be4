import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPage, root } from './code-blocks.ts';

/** A sentence, and where it is: `docs/routing.md`, `core/src/run.ts` or an error code. */
export interface Passage {
  readonly place: string;
  readonly text: string;
}

const nouns = 'author|client|caller|application|user|handler|framework|request';

/** Wording that readers stumble over, and plain wording for it. */
const hunted: readonly (readonly [better: string, pattern: RegExp])[] = [
  ['reported, or: asked to', /\btold\b/i],
  ['name who does it, or: no user, unused, not watched', /\b(?:nobody|whoever|whomever)\b/i],
  ['even', /\bbe it\b/i],
  ['and related methods', /\bkin\b/i],
  [
    'is in, is before, is after',
    /\bst(?:ands?|ood|anding) (?:in|behind|before|after|above|below|there|under|beside|between|at)\b(?! for\b)/i,
  ],
  [
    'of the request',
    new RegExp(`\\bof (?:the|an?) (?:${nouns})'s(?=[.,;:)]|$| (?:in|is|are|and|or|own|that|which)\\b)`, 'i'),
  ],
  ['strings, or: translations', /\btexts\b/i],
  ['space', /\bblanks\b|\b(?:an?|each|every|one) blank\b(?! (?:field|line|string|value))/i],
  ['fix, or: correct', /\bmend(?:s|ed|ing)?\b/i],
  ['you, or: the application', /\bthe authors?\b/i],
  ['that many, or: the number', /\bso (?:large|many|much|often|few) (?!as\b|that\b)/i],
  ['is not a', /(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]/i],
  ['silently; for lack of; also; in the meantime', /\b(?:without a word|for want of|likewise|meanwhile)\b/i],
  ['begin with the subject', /(?:^|[.;:!] )What\b(?![^.;]*\?)/],
];

const literal = /`[^`]*`|"[^"\n]{0,60}"|\{\w+\}/g;

/** The hunted wording in a passage, each with plain wording for it. Code and quotations do not count. */
export const stumbles = ({ text }: Passage): string[] => {
  const prose = text.replaceAll(literal, '`code`').replaceAll(/\s+/g, ' ').trim();
  return hunted.flatMap(([better, pattern]) => {
    const found = pattern.exec(prose);
    return found === null ? [] : [`"${prose.slice(Math.max(0, found.index - 40), found.index + 60)}" (${better})`];
  });
};

/** The paragraphs, list items and rows of a page, without headings, heads of tables and code. */
export const pagePassages = async (page: string): Promise<Passage[]> =>
  (await readPage(page))
    .replaceAll(/^\|[^\n]*\n(?=\| *:?-)/gm, '')
    .replaceAll(/^(`{3,})[^]*?^\1[ \t]*$/gm, '')
    .split(/\n\s*\n|\n(?=[|#]|\s*[-*] )/)
    .flatMap((text) => (text.trimStart().startsWith('#') ? [] : text.split('|')))
    .map((text) => ({ place: page, text: text.replace(/^\s*[-*] /, '') }));

const withoutExamples = (comment: string): string =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .replaceAll(/```[^]*?```/g, '')
    .replaceAll(/@example[^]*?(?=^\s*@|$(?![^]))/gm, '');

/** The doc comments of a package, such as `plugins/auth`. */
export const docComments = async (directory: string): Promise<Passage[]> => {
  const source = join(root, directory, 'src');
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')));
  return sources.flatMap((code, index) =>
    [...code.matchAll(/^[ \t]*\/\*\*([^]*?)\*\//gm)].map(([, comment = '']) => ({
      place: `${directory}/src/${files[index] ?? ''}`,
      text: withoutExamples(comment),
    })),
  );
};
