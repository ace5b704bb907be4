import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const decode = (text) => decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));

const idsOf = (html) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decode(id)));

/** Every link and picture of the built site that leads nowhere, as `page: link`, and how many were checked. */
export const brokenLinks = (folder, base = '/') => {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html'));
  const ids = new Map(pages.map((page) => [page, idsOf(readFileSync(join(folder, page), 'utf8'))]));
  const leadsNowhere = (page, link) => {
    const [path, anchor = ''] = decode(link).split('#');
    let target = page;
    if (path.startsWith(base)) target = path.slice(base.length);
    else if (path !== '') target = posix.join(dirname(page), path);
    if (target === '' || target.endsWith('/')) target += 'index.html';
    if (!existsSync(join(folder, target))) return true;
    return anchor !== '' && ids.get(target)?.has(anchor) === false;
  };
  const broken = [];
  let checked = 0;
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    for (const [, link] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^(?:[a-z]+:|\/\/)/i.test(link)) continue;
      checked += 1;
      if (leadsNowhere(page, link)) broken.push(`${page}: ${link}`);
    }
  }
  return { pages: pages.length, checked, broken };
};
