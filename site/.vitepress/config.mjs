import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { accessible } from './accessible.mjs';
import { brokenLinks } from './check-links.mjs';
import { fences } from './fences.mjs';
import { links } from './links.mjs';
import { foreign, places, root } from './pages.mjs';
import { sidebar } from './sidebar.mjs';
import { writeTextFiles } from './text-files.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const versions = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'versions.json'), 'utf8'));

/** Where the code can be read, such as https://example.org/taproot/taproot. Without it pages have no edit links. */
const repository = process.env.DOCS_REPOSITORY ?? manifest.repository?.url.replace(/^git\+|\.git$/g, '');
/** The path that the site is served under, such as /taproot/. */
const base = process.env.DOCS_BASE ?? '/';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M16 2c5 4 5 9 0 12-5-3-5-8 0-12zM16 14v16M16 20l-7 5M16 20l7 5' fill='none' stroke='%232f6b4f' stroke-width='2.5' stroke-linecap='round' stroke-linejoin='round'/></svg>";

/** Pages lie outside this folder, where Vue is not found. */
const vueOfSite = {
  name: 'vue-of-site',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^vue(?:\/|$)/.test(id) || importer === import.meta.filename) return null;
    return this.resolve(id, import.meta.filename, { skipSelf: true });
  },
};

/** As GitHub makes anchors of headings, so that a link is right in both places. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'Taproot',
  description: 'A TypeScript web framework for Node.js: a small core of hooks that grows by plugins.',
  lang: 'en',
  base,
  srcDir: root,
  outDir: join(root, 'site', 'dist'),
  cacheDir: join(root, 'site', 'node_modules', '.vitepress'),
  ignoreDeadLinks: 'localhostLinks',
  srcExclude: foreign,
  rewrites: places,
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    toc: { slugify },
    attrs: { disable: true },
    config: (markdown) => {
      markdown.use(links(repository));
      markdown.use(fences);
    },
  },
  vite: {
    plugins: [vueOfSite, accessible],
    optimizeDeps: { entries: [] },
    build: { chunkSizeWarningLimit: 2000 },
  },
  buildEnd: ({ outDir }) => {
    writeTextFiles(outDir, base);
    const { pages, checked, broken } = brokenLinks(outDir, base);
    if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join('\n')}`);
    console.log(`${checked} links of ${pages} pages lead somewhere.`);
  },
  themeConfig: {
    logo: icon,
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Tutorial', link: '/start/tutorial' },
      { text: 'Guides', link: '/routing' },
      { text: 'Recipes', link: '/recipes/' },
      { text: 'Reference', link: '/reference/' },
      { text: manifest.version, items: [{ text: 'Changelog', link: '/project/changelog' }, ...versions] },
    ],
    sidebar,
    ...(repository === undefined
      ? {}
      : { editLink: { pattern: ({ filePath }) => `${repository}/edit/main/${filePath}`, text: 'Edit this page' } }),
  },
});
