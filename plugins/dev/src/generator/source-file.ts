import { type ParserOptions, parse } from '@babel/parser';

type File = ReturnType<typeof parse>;

/** A statement of a module's top level. */
export type Statement = File['program']['body'][number];

/** The position of a piece of text. */
export interface Span {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** A piece of syntax. */
export interface Node extends Span {
  readonly type: string;
}

// A token. Comments are tokens, too; their type is a string.
interface Token extends Span {
  readonly type: unknown;
  readonly value?: unknown;
}

const options: ParserOptions = { sourceType: 'module', plugins: ['typescript'], tokens: true };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const wordsOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));

/** The nodes directly below one. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** TypeScript source with its syntax tree and its style of formatting. */
export class SourceFile {
  readonly text: string;
  readonly body: readonly Statement[];
  readonly program: Node;
  readonly comments: readonly Node[];
  readonly #tokens: readonly Token[];

  private constructor(text: string, file: File) {
    this.text = text;
    this.body = file.program.body;
    this.program = file.program;
    this.comments = file.comments ?? [];
    this.#tokens = ((file.tokens ?? []) as readonly Token[]).filter(({ type }) => typeof type !== 'string');
  }

  /** Parses a text. The parser's error says where the text is wrong. */
  static parse(text: string): SourceFile {
    return new SourceFile(text, parse(text, options));
  }

  /** The line ending. */
  get eol(): string {
    return /\r?\n/.exec(this.text)?.[0] ?? '\n';
  }

  /** One step of indentation. */
  get indent(): string {
    return /^(?:\t| {2,8})(?=[^\s*])/m.exec(this.text)?.[0] ?? '  ';
  }

  /** The quotation mark of its strings: that of the first import. */
  get quote(): string {
    const first = this.body.find((statement) => statement.type === 'ImportDeclaration');
    return first === undefined ? "'" : this.text.charAt((first.source.end ?? 0) - 1) || "'";
  }

  /** `;` if the first import ends with it, or if there are no imports; else empty. */
  get semicolon(): string {
    const first = this.body.find((statement) => statement.type === 'ImportDeclaration');
    return first === undefined || this.slice(first).endsWith(';') ? ';' : '';
  }

  /** Every name and quoted text between two positions. */
  words(start: number, end: number): ReadonlySet<string> {
    return wordsOf(this.#tokens.filter((token) => (token.start ?? 0) >= start && (token.end ?? 0) <= end));
  }

  /** Every name in the file, of any kind. If a new name is not in the set, it cannot change the meaning of existing code. */
  names(): ReadonlySet<string> {
    return wordsOf(this.#tokens.filter(({ start }) => !/['"`]/.test(this.text.charAt(start ?? 0))));
  }

  /** The first token between two positions with this text; ignores comments. */
  tokenFrom(place: number, written: string, end = this.text.length): Span | undefined {
    const inside = (token: Token): boolean => (token.start ?? 0) >= place && (token.end ?? 0) <= end;
    return this.#tokens.find((token) => inside(token) && this.slice(token) === written);
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start ?? 0, end ?? 0);
  }

  /** The white space at the beginning of the line with this position. */
  indentationAt(place: number): string {
    const line = this.text.slice(this.text.lastIndexOf('\n', place - 1) + 1, place);
    return /^[\t ]*/.exec(line)?.[0] ?? '';
  }
}
