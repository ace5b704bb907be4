import { lazy } from '@taproot/core/plugin';

// Loaded at the first mail that has HTML alone.
const library = lazy(() => import('html-to-text'));

/** The text of a page: links with their addresses, lists, tables; no pictures. */
export const textOfHtml = async (html: string): Promise<string> => {
  const { convert } = await library();
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'skip' },
    ],
    limits: { maxInputLength: 1_000_000, maxDepth: 200 },
  });
};
