import { createHash } from 'node:crypto';

/** Text as HTML, within elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`);

/** A page of the framework. Every part is already HTML. */
export interface HtmlPage {
  /** BCP 47 tag of the text. */
  readonly lang: string;
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** A whole document, without scripts and without any file that needs another request. */
export const htmlPage = ({ lang, title, style, body }: HtmlPage): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** The `Content-Security-Policy` of such a page. It allows only the page's style sheet. */
export const pagePolicy = (style: string): string => {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
};
