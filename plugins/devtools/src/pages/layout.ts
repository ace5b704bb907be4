import { escapeHtml } from '@taproot/routing/pages';
import { home } from '../home.ts';

const parts = [
  ['Requests', home],
  ['Routes', `${home}/routes`],
  ['Hooks', `${home}/hooks`],
  ['Configuration', `${home}/config`],
  ['Logs', `${home}/logs`],
  ['Mail', `${home}/mail`],
] as const;

const link = ([name, href]: (typeof parts)[number], current: string): string =>
  `<li><a href="${href}"${name === current ? ' aria-current="page"' : ''}>${name}</a></li>`;

/** A whole page. `title` is plain text, `body` is HTML; `current` names the page's part of the site. */
export const page = (title: string, body: string, current = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - Taproot</title>
<link rel="stylesheet" href="${home}/devtools.css">
<script type="module" src="${home}/devtools.js"></script>
</head>
<body>
<header>
<p class="brand">Taproot <span>devtools</span></p>
<nav aria-label="Devtools"><ul>${parts.map((part) => link(part, current)).join('')}</ul></nav>
</header>
<main>
${body}
</main>
<footer><p>You see this page because <code>app.debug</code> is on. It answers this machine alone, and never in production.</p></footer>
</body>
</html>
`;

/** Text in which backquotes become code. */
export const prose = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<code>${escapeHtml(part)}</code>`))
    .join('');

/** `0.42 ms`, `12.3 ms`, `1.20 s`. */
export const shownTime = (milliseconds: number): string => {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`;
};

/** A status in the colour of its class. */
export const statusBadge = (status: number, running: boolean, outcome: 'done' | 'failed' | null = null): string => {
  if (outcome !== null && !running) return `<b class="status s${outcome === 'done' ? 2 : 5}">${outcome}</b>`;
  if (status === 0) return `<b class="status s0">${running ? '...' : 'left'}</b>`;
  return `<b class="status s${Math.floor(status / 100)}">${status}</b>`;
};
