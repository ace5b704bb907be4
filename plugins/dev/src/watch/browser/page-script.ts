/** The address of the page script. */
export const scriptPath = '/_taproot/watch.js';
/** The address of the stream of news. */
export const newsPath = '/_taproot/watch';

/** The script element for a page. The script checks whether `state` is still the current state of the application. */
export const scriptTag = (state: string, nonce: string): string =>
  `<script type="module" src="${scriptPath}?state=${state}"${nonce === '' ? '' : ` nonce="${nonce}"`}></script>\n`;

/**
 * The script of each page under `serve --watch`. It reloads the page when another state of the application is served, loads style sheets
 * again, and shows why a change does not start. A hidden page closes its connection, because browsers allow only six to a server.
 */
export const pageScript = `const style = \`
:host{all:initial;color-scheme:light dark;--page:#f8f7f3;--panel:#fff;--line:#dfdcd2;--text:#22302a;--quiet:#59635d;--accent:#2f6b48;--mark:#fbeed3;--bad:#a8322d}
@media(prefers-color-scheme:dark){:host{--page:#141a17;--panel:#1b231f;--line:#303b35;--text:#e4e9e4;--quiet:#a3afa7;--accent:#8cc9a1;--mark:#3a3220;--bad:#f09a92}}
section{position:fixed;z-index:2147483647;inset:auto 0 0 0;box-sizing:border-box;max-height:80vh;overflow:auto;padding:1.25rem clamp(1rem,4vw,2rem) 1.5rem;background:var(--page);border-top:3px solid var(--bad);box-shadow:0 -.5rem 2rem #0004;color:var(--text);font:16px/1.55 system-ui,sans-serif}
div{max-width:64rem;margin:0 auto}
h1{margin:0 0 .25rem;color:var(--bad);font-size:1.0625rem;font-weight:650}
p{margin:.5rem 0 0}
a{color:var(--accent)}
pre{margin:.75rem 0 0;padding:.8rem 1rem;overflow:auto;border:1px solid var(--line);border-radius:.6rem;background:var(--panel);font:13px/1.6 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:var(--mark);color:inherit}
b{color:var(--accent)}
.quiet{color:var(--quiet);font-size:.875rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}\`;

let [shown, styled] = [new URL(import.meta.url).searchParams.get('state'), null];
let source = null;
let box = null;

const part = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);

const line = (text) => {
  if (/^ {2}> +\\d+ \\|/.test(text)) return part('mark', text + '\\n');
  const [, fix] = /^ {2}fix: (.*)$/.exec(text) ?? [];
  if (fix === undefined) return text + '\\n';
  const shown = document.createElement('span');
  shown.append('  ', part('b', 'fix:'), ' ' + fix + '\\n');
  return shown;
};

const hide = () => {
  box?.remove();
  box = null;
};

const show = ({ text, place }) => {
  hide();
  box = document.createElement('taproot-fault');
  const root = box.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const section = part('section', '', { role: 'alert', ariaLabel: 'The change does not start' });
  const inner = document.createElement('div');
  inner.append(part('h1', 'The change does not start'));
  if (place) {
    const where = document.createElement('p');
    where.append(part('a', place.shown, { href: place.link }));
    inner.append(where);
  }
  const pre = part('pre', '', { tabIndex: 0, ariaLabel: 'The error' });
  pre.append(...text.trimEnd().split('\\n').map(line));
  inner.append(pre, part('p', 'The application before the change still serves this page. Save a correction, and the page reloads.', { className: 'quiet' }));
  section.append(inner);
  root.append(section);
  document.documentElement.append(box);
};

/** Reloads only once for each state, because a cached page would have its old state again and reload for ever. */
const reload = (state) => {
  const [name, mark] = ['taproot:reloaded', state + ' ' + location.href];
  try {
    if (sessionStorage.getItem(name) === mark) return;
    sessionStorage.setItem(name, mark);
  } catch {
    return;
  }
  source?.close();
  location.reload();
};

/** Loads the style sheets of this server again, each beside the one that is shown until then. */
const restyle = (styles) => {
  const own = [...document.querySelectorAll('link[rel~="stylesheet" i]')].filter(({ href }) => href.startsWith(location.origin + '/'));
  for (const link of own) {
    const [next, url] = [link.cloneNode(), new URL(link.href)];
    url.searchParams.set('taproot', styles);
    next.removeAttribute('integrity');
    next.onload = next.onerror = () => link.remove();
    next.href = url;
    link.after(next);
  }
  return own.length > 0;
};

const listen = () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else if (source === null) {
    source = new EventSource('${newsPath}');
    source.onmessage = ({ data }) => {
      const { state, styles, fault } = JSON.parse(data);
      shown ??= state;
      styled ??= styles;
      if (shown !== state || (styled !== styles && !restyle(styles))) {
        reload(state + styles);
        shown = state;
      }
      styled = styles;
      if (fault) show(fault);
      else hide();
    };
  }
};
document.addEventListener('visibilitychange', listen);
listen();
`;
