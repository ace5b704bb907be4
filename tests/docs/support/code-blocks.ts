import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

/** One fenced block of a page. Its first line is "```ts run" or "```ts file=plugins/audit.ts". */
export interface CodeBlock {
  readonly language: string;
  /** What stands behind the language. */
  readonly marks: readonly string[];
  /** The path given by `file=`, or null. */
  readonly file: string | null;
  readonly code: string;
  /** Line of the page on which the block begins. */
  readonly line: number;
}

const fence = /^(`{3,})(\S*)[ \t]*([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm;

/** Every fenced block of a Markdown text, in order. */
export const codeBlocks = (markdown: string): CodeBlock[] =>
  [...markdown.matchAll(fence)].map(({ 2: language = '', 3: info = '', 4: code = '', index }) => {
    const marks = info.split(' ').filter((mark) => mark !== '');
    const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length) ?? null;
    return { language, marks, file, code, line: markdown.slice(0, index).split('\n').length };
  });

/** The text of a page of the repository, such as `docs/routing.md`. */
export const readPage = (page: string): Promise<string> => readFile(join(root, page), 'utf8');
