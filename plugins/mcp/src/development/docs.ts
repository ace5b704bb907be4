import { answered, failed, type Tool } from '../tool.ts';
import { argumentsOf, count, reads, text } from './arguments.ts';
import { type DocPage, docPages } from './doc-pages.ts';

/** A part of a page, from one heading to the next. */
interface Section {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** How often it has each word. */
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

const longest = 3000;
/** A word in the heading counts as often as this many in the text. */
const headingWeight = 5;

/** Words in lower case, without usual endings. Names such as `route.get` are one word and its parts. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.:-][\p{L}\p{N}_]+)*/gu) ?? [])
    .flatMap((word) => (/[.:-]/.test(word) ? [word, ...word.split(/[.:-]/)] : [word]))
    .map((word) => (word.length > 3 ? word.replace(/(?<=.{4})(?:ing|ed)$|s$/, '') : word));

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const sectionsOf = ({ name, text }: DocPage): Section[] => {
  const parts: { heading: string; lines: string[] }[] = [{ heading: name, lines: [] }];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    // The page of all errors has a row for each.
    const [, heading, code] = fenced ? [] : (/^#{1,4} (.+)$|^\| `(E_\w+)` /.exec(line) ?? []);
    if (code !== undefined) parts.push({ heading: code, lines: [line] });
    else if (heading === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ heading, lines: [] });
  }
  return parts
    .map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
    .filter((part) => part.text !== '')
    .map(({ heading, text }) => {
      const title = wordsOf(`${name.replace(/\.md$/, '')} ${heading}`);
      const words = [...wordsOf(text), ...Array.from({ length: headingWeight }, () => title).flat()];
      return { page: name, heading, text, words: countsOf(words), length: words.length };
    });
};

/** How much a section counts: guides more than the reference, lists of links and single errors. An error that the query names comes first. */
const weightOf = ({ page, heading }: Section, query: string): number => {
  if (heading.startsWith('E_') && query.toUpperCase().split(/\s+/).includes(heading)) return 100;
  if (heading === 'Next' || heading.startsWith('E_')) return 0.4;
  return page.startsWith('reference/') ? 0.6 : 1;
};

/** Ranks sections by BM25 with its usual constants: rare words count more, and long sections less. */
const ranked = (sections: readonly Section[], query: string): Section[] => {
  const words = new Set(wordsOf(query));
  const mean = sections.reduce((sum, { length }) => sum + length, 0) / Math.max(sections.length, 1);
  const weights = new Map(
    [...words].map((word) => {
      const having = sections.filter((section) => section.words.has(word)).length;
      return [word, Math.log(1 + (sections.length - having + 0.5) / (having + 0.5))] as const;
    }),
  );
  const scoreOf = ({ words: own, length }: Section): number =>
    [...weights].reduce((sum, [word, weight]) => {
      const often = own.get(word) ?? 0;
      return sum + (weight * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * length) / mean));
    }, 0);
  return sections
    .map((section) => ({ section, score: scoreOf(section) * weightOf(section, query) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ section }) => section);
};

const shown = ({ page, heading, text }: Section): string =>
  `## ${page}: ${heading}\n\n${text.length > longest ? `${text.slice(0, longest)}\n[The section goes on.]` : text}`;

/** `docs`: searches the documentation. It needs no application that boots. */
export const docsTool = (root: string): Tool => {
  let sections: readonly Section[] | null = null;
  return {
    name: 'docs',
    description:
      'Searches the guides of Taproot and the READMEs of the packages that the application depends on, in the installed versions. Shows the best sections. Use it before you write code for Taproot: most other knowledge of it is wrong.',
    input: argumentsOf(
      {
        query: text('A few words, such as `validate uploaded file` or `E_THROTTLE_UNKNOWN`.'),
        limit: count('At most so many sections; 4 when left out.', 20),
      },
      ['query'],
    ),
    hints: reads,
    run: ({ query, limit }) => {
      sections ??= docPages(root).flatMap(sectionsOf);
      const found = ranked(sections, String(query)).slice(0, typeof limit === 'number' ? limit : 4);
      if (found.length === 0) return Promise.resolve(failed('No section has these words. Try other ones.'));
      return Promise.resolve(answered(found.map(shown).join('\n\n')));
    },
  };
};
