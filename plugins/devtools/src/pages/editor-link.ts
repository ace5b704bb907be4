import { escapeHtml } from '@taproot/routing/pages';

/** Where a file is shown from, for tools: an absolute path, line and column. */
export interface EditorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A link that editors open. `shown` is plain text. */
export const editorLink = (shown: string, { file, line, column }: EditorPlace): string =>
  `<a href="vscode://file${escapeHtml(encodeURI(file))}:${line}:${column}"><code>${escapeHtml(shown)}</code></a>`;
