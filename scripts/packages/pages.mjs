// npm shows the README.md of a package and wants its LICENSE: `prepack` of each package writes both into its folder,
// `postpack` (with --remove) takes them away again, so that the repository has one licence and one description of each.
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { docsUrl } from '../template/docs-link.mjs';

const root = join(import.meta.dirname, '..', '..');
const folder = process.cwd();
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
const begins = '<!-- Written by scripts/packages/pages.mjs. -->';

const pageOf = ({ name, description }) => {
  const url = docsUrl(readJson(root, 'package.json').repository);
  const file = existsSync(join(root, 'docs', `${basename(folder)}.md`)) ? `${basename(folder)}.md` : '';
  const docs = url === null ? `\`docs/${file}\`` : `[docs/${file}](${url}/${file})`;
  return `${begins}\n# ${name}\n\n${description}.\n
Taproot is a TypeScript web framework for Node.js. \`npm create taproot@latest my-app\` makes an application with this
package in it. The documentation is in the repository of Taproot, in ${docs}.\n`;
};

const readme = join(folder, 'README.md');
const isOurs = !existsSync(readme) || readFileSync(readme, 'utf8').startsWith(begins);
// @taproot/mcp searches the guides.
const guides = readJson(folder, 'package.json').files?.includes('docs') ? join(folder, 'docs') : null;
const isGuide = (path) => !/[/\\](?:decisions|project|pictures|dashboards)(?:[/\\]|$)/.test(path.slice(root.length));
if (process.argv.includes('--remove')) {
  if (guides !== null) rmSync(guides, { recursive: true, force: true });
  if (isOurs) rmSync(readme, { force: true });
  rmSync(join(folder, 'LICENSE'), { force: true });
} else {
  if (isOurs) writeFileSync(readme, pageOf(readJson(folder, 'package.json')));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (guides !== null) cpSync(join(root, 'docs'), guides, { recursive: true, filter: isGuide });
}
