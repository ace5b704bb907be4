import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlace, titleOf } from './pages.mjs';
import { shelves } from './sidebar.mjs';

const about = 'Taproot is a TypeScript web framework for Node.js: a small core of hooks that grows by plugins.';

/** Writes every page as Markdown beside its HTML, llms.txt with a list of them, and llms-full.txt with all in one file. */
export const writeTextFiles = (folder, base) => {
  const list = shelves.map(
    ({ text, pages }) => `## ${text}\n\n${pages.map((place) => `- [${titleOf(place)}](${base}${place})`).join('\n')}\n`,
  );
  const all = shelves.flatMap(({ pages }) => pages);
  for (const place of all) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), readPlace(place));
  }
  const head = `# Taproot\n\n> ${about}\n\n`;
  writeFileSync(join(folder, 'llms.txt'), `${head}[All pages in one file](${base}llms-full.txt)\n\n${list.join('\n')}`);
  const full = all.map((place) => `<!-- ${place} -->\n\n${readPlace(place).trim()}\n`);
  writeFileSync(join(folder, 'llms-full.txt'), head + full.join('\n\n'));
};
