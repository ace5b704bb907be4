import { createHash } from 'node:crypto';

/** A page that shows a document. */
export interface DocsPage {
  readonly html: string;
  /** Its `Content-Security-Policy`. */
  readonly policy: string;
}

/** The parts of a page that differ between applications. */
export interface DocsPageParts {
  readonly title: string;
  /** Path of the document. */
  readonly document: string;
  /** Path of Scalar's script. */
  readonly script: string;
  /** Addresses of other servers to which the page may send requests. */
  readonly servers: readonly string[];
}

/** Replaces colours of Scalar with too little contrast: darker ones on light, lighter ones on dark. */
const contrast = `
.light-mode { --scalar-color-2: #4d4d4d; --scalar-color-3: #5c5c5c; --scalar-color-green: #00653b; --scalar-color-blue: #0055a5; --scalar-color-orange: #a63600; --scalar-color-red: #b30000; --scalar-color-yellow: #7a5500; --scalar-sidebar-search-color: #5c5c5c; }
.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #adadad; --scalar-color-red: #ff7070; --scalar-sidebar-search-color: #adadad; }
`;

/**
 * A script of the page. It gives Scalar's parts the names, roles and states that screen readers need, and repeats that after each change of
 * the page. Scalar 1.72 lacks them and has no setting for them.
 */
const accessibleNames = `(() => {
  const each = (selector, change) => document.querySelectorAll(selector).forEach(change);
  const repair = () => {
    each('button[class*="copy-button"]:not([aria-label])', (element) => element.setAttribute('aria-label', 'Copy'));
    each('[role="textbox"]:not([aria-label]):not([aria-labelledby])', (element) => element.setAttribute('aria-label', 'Body'));
    each('button[role="none"]', (element) => element.removeAttribute('role'));
    each('[role="combobox"]:not([aria-expanded])', (element) => element.setAttribute('aria-expanded', 'false'));
    each('[aria-controls]', (element) => {
      if (document.getElementById(element.getAttribute('aria-controls')) === null) element.removeAttribute('aria-controls');
    });
    each('.cm-scroller[tabindex="-1"]', (element) => element.setAttribute('tabindex', '0'));
  };
  let asked = 0;
  new MutationObserver(() => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      repair();
    });
  }).observe(document.body, { childList: true, subtree: true });
})();`;

/** Settings of Scalar: it only shows one document, and loads nothing from its makers' servers. */
const settings = (document: string): object => ({
  url: document,
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  customCss: contrast,
  agent: { disabled: true },
  mcp: { disabled: true },
});

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** JSON for a script element, with `</script` and line separators escaped. */
const scriptText = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** `https://api.example.com` of `https://api.example.com/v1`; skips servers that are only a path. */
const originsOf = (servers: readonly string[]): string[] =>
  servers.filter((server) => URL.canParse(server)).map((server) => new URL(server).origin);

/** A page with this title and body. */
const htmlOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
</head>
<body>
${body}
</body>
</html>
`;

/** A page that says how to install Scalar. It needs no script. */
export const plainPage = ({ title, document }: Pick<DocsPageParts, 'title' | 'document'>): DocsPage => ({
  html: htmlOf(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>The package @scalar/api-reference shows the document here. It is not installed:</p>
<pre>npm install --save-dev @scalar/api-reference</pre>
<p>Then start the application again. The document itself is <a href="${escapeHtml(document)}">${escapeHtml(document)}</a>.</p>`,
  ),
  policy: "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
});

/**
 * A page on which Scalar shows a document and sends requests to the application. Its policy allows requests only to
 * this host and to the servers of the document.
 */
export const docsPage = ({ title, document, script, servers }: DocsPageParts): DocsPage => {
  const start = `Scalar.createApiReference('#api', ${scriptText(settings(document))});`;
  const hashes = [start, accessibleNames].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return {
    html: htmlOf(
      title,
      `<div id="api"></div>
<noscript>This page needs JavaScript. The document itself is <a href="${escapeHtml(document)}">${escapeHtml(document)}</a>.</noscript>
<script src="${escapeHtml(script)}"></script>
<script>${start}</script>
<script>${accessibleNames}</script>`,
    ),
    policy: [
      "default-src 'none'",
      `script-src 'self' ${hashes.join(' ')}`,
      // Needed because Scalar adds style elements.
      "style-src 'self' 'unsafe-inline'",
      ["connect-src 'self'", ...originsOf(servers)].join(' '),
      "img-src 'self' data: blob:",
      "media-src 'self' data: blob:",
      "font-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
};
