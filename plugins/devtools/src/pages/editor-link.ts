import { escapeHtml } from '@taproot/routing/pages';
import type { CodePlace } from '../reading/api-reader.ts';

/** A link that editors open. `shown` is plain text. */
export const editorLink = (shown: string, { file, line, column }: CodePlace): string =>
  `<a href="vscode://file${escapeHtml(encodeURI(file))}:${line}:${column}"><code>${escapeHtml(shown)}</code></a>`;
