import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository: pages are read where they lie. */
export const root = join(import.meta.dirname, '..', '..');

/** Pages outside docs/, and their place on the site. */
const others = {
  'site/index.md': 'index.md',
  'CHANGELOG.md': 'project/changelog.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'GOVERNANCE.md': 'project/governance.md',
  'CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
  'SECURITY.md': 'project/security.md',
};

const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'))
  .toSorted();

/** Where each page of the repository is on the site: `docs/start/tutorial.md` -> `start/tutorial.md`. */
export const places = { ...others, ...Object.fromEntries(docs.map((file) => [`docs/${file}`, file])) };

const files = Object.fromEntries(Object.entries(places).map(([file, place]) => [place, file]));

/** The Markdown of a page of the site. */
export const readPlace = (place) => readFileSync(join(root, files[place]), 'utf8');

/** The first heading of a page, without its marks. */
export const titleOf = (place) => /^# (.+)$/m.exec(readPlace(place))?.[1].replaceAll('`', '') ?? place;

/** Top-level entries that have no page, so that VitePress does not search them. */
export const foreign = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'docs' && entry.name !== 'site')
  .map((entry) => `${entry.name}/**`)
  .concat('README.md', 'site/README.md');
