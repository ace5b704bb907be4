import { places, titleOf } from './pages.mjs';

/** Each part with the pages that lead it. A folder adds the rest of its pages, by title. */
const parts = [
  { text: 'Start', folder: 'start', first: ['start/installation.md', 'start/tutorial.md', 'start/directories.md'] },
  {
    text: 'Concepts',
    folder: 'concepts',
    first: ['concepts/plugins-and-hooks.md', 'concepts/facades.md', 'concepts/application.md', 'concepts/request.md'],
  },
  {
    text: 'Guides',
    folder: '',
    first: ['routing.md', 'requests.md', 'responses.md', 'validation.md', 'auth.md', 'database.md', 'testing.md'],
  },
  { text: 'Recipes', folder: 'recipes', first: ['recipes/index.md'], collapsed: true },
  { text: 'Moving in', folder: 'moving-in', first: ['moving-in/index.md'], collapsed: true },
  {
    text: 'Deployment',
    folder: 'deployment',
    first: ['deployment.md', 'scaling.md', 'health.md', 'observability.md', 'deployment/docker.md'],
    collapsed: true,
  },
  {
    text: 'Reference',
    folder: 'reference',
    first: ['reference/index.md', 'configuration.md', 'lifecycle.md', 'console.md', 'errors.md'],
    collapsed: true,
  },
  { text: 'Packages', folder: 'reference/api', first: ['reference/api/core.md'], collapsed: true },
  {
    text: 'Project',
    folder: 'project',
    first: ['architecture.md', 'project/comparison.md', 'project/faq.md', 'project/glossary.md'],
    collapsed: true,
  },
  { text: 'Decisions', folder: 'decisions', first: ['decisions/index.md'], collapsed: true },
];

const pages = Object.values(places).filter((place) => place !== 'index.md');
const led = new Set(parts.flatMap(({ first }) => first));
const folderOf = (place) => place.slice(0, Math.max(0, place.lastIndexOf('/')));

const byTitle = (one, other) => titleOf(one).localeCompare(titleOf(other), 'en');

/** The pages of a part, in order. */
const pagesOf = ({ folder, first }) => [
  ...first.filter((place) => pages.includes(place)),
  ...pages.filter((place) => folderOf(place) === folder && !led.has(place)).toSorted(byTitle),
];

/** Every part with its pages: `{ text, collapsed, pages }`. */
export const shelves = parts
  .map((part) => ({ text: part.text, collapsed: part.collapsed ?? false, pages: pagesOf(part) }))
  .filter((shelf) => shelf.pages.length > 0);

const linkOf = (place) => `/${place.replace(/(?:index)?\.md$/, (end) => (end === '.md' ? '.html' : ''))}`;

export const sidebar = shelves.map(({ text, collapsed, pages }) => ({
  text,
  collapsed,
  items: pages.map((place) => ({ text: titleOf(place), link: linkOf(place) })),
}));
