import { lists, parts } from './parts.mjs';
import { prune } from './prune.mjs';
import { pruneText } from './prune-text.mjs';

/** @typedef {Map<string, string>} Texts Files by their path. */

const covers = (owned, path) => (owned.endsWith('/') ? path.startsWith(owned) : path === owned);

/** Every set of parts that holds what each of them requires. */
export const combinations = () => {
  return parts.reduce(
    (all, part) => [
      ...all,
      ...all.filter((set) => part.requires.every((name) => set.includes(name))).map((set) => [...set, part.name]),
    ],
    [[]],
  );
};

/** The folder of a template that holds what differs with these parts. */
export const variantName = (present) => present.join('-') || 'none';

/** `../app/facades.ts`, as `routes/api.ts` imports it, is `app/facades.ts`. */
const resolved = (from, source) => new URL(source, `file:///${from}`).pathname.slice(1);

/** `@taproot/database/testing` is of `@taproot/database`. */
const packageOf = (source) => /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0];

const usedLimiters = (texts) =>
  new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(/\.throttle\('([^']+)'\)/g)].map(([, name]) => name)),
  );

/**
 * The files of an application with these parts alone, from those of one with all of them.
 *
 * @param {Texts} files
 * @param {(part: string) => Texts} without Other versions of files, for an application without this part.
 * @param {readonly string[]} present
 * @returns {Texts}
 */
export const variant = (files, without, present) => {
  const absent = parts.filter(({ name }) => !present.includes(name));
  const owned = absent.flatMap((part) => part.files);
  const isOwned = (path) => owned.some((one) => covers(one, path));
  const other = new Map(absent.flatMap(({ name }) => [...without(name)]));
  const left = new Map(
    [...files].filter(([path]) => !isOwned(path)).map(([path, text]) => [path, other.get(path) ?? text]),
  );
  const packages = new Set(absent.flatMap((part) => part.packages));
  const members = new Set(absent.flatMap((part) => part.members));
  const pruned = (path, text, isFree) => {
    const isGone = (source) =>
      source.startsWith('.') ? isOwned(resolved(path, source)) : packages.has(packageOf(source));
    try {
      return prune(text, { isGone, members, lists, isFree });
    } catch (error) {
      throw new Error(`${path} without ${absent.map(({ name }) => name).join(', ')}`, { cause: error });
    }
  };
  const isThere = (path) => [...left.keys()].some((one) => covers(path, one));
  const names = [...left.keys()];
  const textOf = (path, key) => absent.flatMap((part) => part[key][path] ?? []);
  for (const path of names.filter((name) => name.endsWith('.ts'))) left.set(path, pruned(path, left.get(path)));
  const used = usedLimiters(left);
  for (const path of names.filter((name) => name.endsWith('.ts')))
    left.set(
      path,
      pruned(path, left.get(path), (name) => !used.has(name)),
    );
  for (const path of new Set([
    'README.md',
    ...absent.flatMap((part) => Object.keys({ ...part.lines, ...part.paragraphs })),
  ])) {
    const leaving = { lines: textOf(path, 'lines'), paragraphs: textOf(path, 'paragraphs') };
    left.set(path, pruneText(path, left.get(path), { ...leaving, isThere }));
  }
  return left;
};
