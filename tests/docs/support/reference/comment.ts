/** The parts of a doc comment: its text, what it throws, and its example. */
export interface Comment {
  readonly text: string;
  readonly throws: readonly string[];
  readonly example: string | null;
  readonly deprecated: string | null;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Paragraphs and lists as they are, each on one line. */
const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n|\n(?=- )/)
    .map(onOneLine)
    .join(' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1()`');

/** Reads a doc comment without its marks. */
export const readComment = (doc: string | null): Comment => {
  const [text = '', ...tags] = (doc ?? '').split(/^@(?=[a-z])/m);
  const of = (name: string): string[] =>
    tags
      .filter((tag) => tag.startsWith(`${name} `) || tag.startsWith(`${name}\n`))
      .map((tag) => tag.slice(name.length));
  const [example = null] = of('example');
  const [deprecated = null] = of('deprecated');
  return {
    text: paragraphs(text),
    throws: of('throws').map(onOneLine),
    example: example === null ? null : example.replaceAll(/^```\w*\n|\n```$/gm, '').trim(),
    deprecated: deprecated === null ? null : onOneLine(deprecated),
  };
};

const code = /(`[^`]*`)/;

/** A sentence in Markdown: what would be a tag, an error code as a word, and `{` outside of code are written as code or escaped. */
export const sentence = (text: string): string =>
  text
    .split(code)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll(/\b(E_[A-Z0-9]+(?:_[A-Z0-9]+)*)\b(?!\*)/g, '`$1`')
            .replaceAll('<', '\\<')
            .replaceAll('{', '\\{')
            .replaceAll(/(?<![\w*])\*(?=\w)/g, '\\*'),
    )
    .join('');

/** A cell of a table. */
export const cell = (text: string): string => sentence(text).replaceAll('|', '\\|');

/** Code in a sentence or a cell, whatever marks it holds. */
export const inCode = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
