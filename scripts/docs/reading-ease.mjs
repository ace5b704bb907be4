// `node scripts/docs/reading-ease.mjs [commit]`: how easily the prose of README.md and docs/ reads, by Flesch (100 is easiest), now
// or at a commit. Code, tables of errors and what is between backticks are left out.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const commit = process.argv[2] ?? 'HEAD';
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });

const proseOf = (markdown) =>
  markdown
    .replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '')
    .replaceAll(/^(?:#|\|).*$/gm, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-*]|\d+\.)\s+/gm, '\n\n');

/** A vowel or a group of them, without a silent e. */
const syllables = (word) =>
  Math.max(
    1,
    (
      word
        .toLowerCase()
        .replace(/e$|es$|ed$/, '')
        .match(/[aeiouy]+/g) ?? []
    ).length,
  );

const measure = (text) => {
  const sentences = text.split(/[.!?:;](?:\s|$)|\n\s*\n/).filter((one) => /[a-z]{2}/i.test(one));
  const words = sentences.flatMap((one) => one.match(/[A-Za-z][A-Za-z'-]*/g) ?? []);
  return {
    sentences: sentences.length,
    words: words.length,
    syllables: words.reduce((sum, word) => sum + syllables(word), 0),
  };
};

const pages = git('ls-tree', '-r', '--name-only', commit, 'README.md', 'docs')
  .split('\n')
  .filter((file) => file.endsWith('.md') && !file.endsWith('errors.md'));
const {
  sentences,
  words,
  syllables: all,
} = measure(pages.map((page) => proseOf(git('show', `${commit}:${page}`))).join('\n\n'));
const ease = 206.835 - 1.015 * (words / sentences) - 84.6 * (all / words);
console.log(
  `${commit}: Flesch ${ease.toFixed(1)}, ${(words / sentences).toFixed(1)} words in a sentence, ${(all / words).toFixed(2)} syllables in a word, ${pages.length} pages, ${words} words`,
);
