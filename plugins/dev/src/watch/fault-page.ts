import { relative } from 'node:path';
import type { BootFault } from '@taproot/workers/protocol';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? found);

const style = `:root{color-scheme:light dark;--page:#f8f7f3;--panel:#fff;--line:#dfdcd2;--text:#22302a;--quiet:#59635d;--accent:#2f6b48;--bad:#a8322d}
@media(prefers-color-scheme:dark){:root{--page:#141a17;--panel:#1b231f;--line:#303b35;--text:#e4e9e4;--quiet:#a3afa7;--accent:#8cc9a1;--bad:#f09a92}}
body{margin:0;padding:clamp(1rem,4vw,3rem);background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto}
h1{margin:0 0 .25rem;color:var(--bad);font-size:1.5rem}
a{color:var(--accent)}
pre{padding:.8rem 1rem;overflow:auto;border:1px solid var(--line);border-radius:.6rem;background:var(--panel);font:13px/1.6 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
p{color:var(--quiet)}`;

const linkTo = ({ file, line, column }: NonNullable<BootFault['place']>, root: string): string => {
  const inside = relative(root, file);
  const at = `:${line}:${column}`;
  const shown = inside.startsWith('..') ? file : inside;
  return `<a href="vscode://file${escape(encodeURI(file))}${at}">${escape(shown)}${at}</a>`;
};

/** The page that is served while no application starts. Files in `root` are shown by their path there. */
export const faultPage = ({ text, place }: BootFault, root: string): string => {
  const link = place === null ? '' : linkTo(place, root);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The application does not start</title>
<style>${style}</style>
<main>
<h1>The application does not start</h1>
${link}
<pre tabindex="0">${escape(text.trimEnd())}</pre>
<p>Save a correction, and this page shows the application.</p>
</main>
</html>
`;
};
