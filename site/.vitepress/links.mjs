import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { places, root } from './pages.mjs';

const isLocal = (href) => !/^(?:[a-z]+:|#|\/)/i.test(href);

/** Where a link of a page leads on the site: a page, a file of the repository, or null if there is no address for it. */
const leadTo = (href, file, repository) => {
  const [path, anchor] = href.split('#');
  const target = relative(root, join(dirname(file), path)).replaceAll('\\', '/');
  const place = places[target];
  if (place !== undefined) return `/${place}${anchor === undefined ? '' : `#${anchor}`}`;
  if (!existsSync(join(root, target)))
    throw new Error(`${relative(root, file)} links to ${href}, which does not exist.`);
  if (repository === undefined) return null;
  return `${repository}/${statSync(join(root, target)).isDirectory() ? 'tree' : 'blob'}/main/${target}`;
};

/** Makes links between Markdown files links of the site. Links to code lead to the repository, or are plain words without one. */
export const links = (repository) => (markdown) => {
  markdown.core.ruler.push('taproot-links', ({ tokens, env }) => {
    for (const { children } of tokens.filter(({ type }) => type === 'inline')) {
      const open = [];
      for (const token of children) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href');
          const lead = isLocal(href) ? leadTo(decodeURI(href), env.realPath ?? env.path, repository) : href;
          if (lead !== null) token.attrSet('href', lead);
          else Object.assign(token, { type: 'html_inline', tag: '', content: '<span>', attrs: null });
          open.push(lead);
        } else if (token.type === 'link_close' && open.pop() === null)
          Object.assign(token, { type: 'html_inline', tag: '', content: '</span>' });
      }
    }
  });
};
