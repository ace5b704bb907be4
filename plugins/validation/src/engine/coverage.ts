import { errors } from '../errors.ts';
import { isMap } from '../values/is-map.ts';
import { own } from '../values/own.ts';
import type { CompiledField } from './compiled-field.ts';
import type { Exclusions } from './exclusions.ts';
import { type Segment, wildcard } from './field-path.ts';

type Container = Record<string, unknown>;

/** One key of the rules map's paths, laid over each other. */
interface Branch {
  readonly below: Map<Segment, Branch>;
  covered: boolean;
  /** Covered by an `array` rule: with rules below it, only what those cover is kept. */
  narrows: boolean;
}

/** What is kept of the value at one place. */
interface Part {
  readonly covered: boolean;
  /** Kept with all that is in it. */
  readonly whole: boolean;
  readonly keys: ReadonlyMap<string, Part>;
  /** The same as a list: what is walked for every input. */
  readonly entries: readonly Entry[];
  /** For every other key. */
  readonly rest: Part | null;
}

interface Entry {
  readonly key: string;
  readonly part: Part;
}

/** Which parts of the input the rules speak of; takes the validated data out of it. */
export class Coverage {
  readonly #root: Part;

  constructor(fields: readonly CompiledField[]) {
    const root = newBranch();
    for (const { path, kind } of fields) {
      let branch = root;
      for (const segment of path.segments) {
        const next = branch.below.get(segment) ?? newBranch();
        branch.below.set(segment, next);
        branch = next;
      }
      branch.covered = true;
      branch.narrows = kind === 'array';
    }
    this.#root = lay([root]);
  }

  /** Whether a rule speaks of this field, of one above or of one below it. */
  touches(keys: readonly string[]): boolean {
    let part: Part | null = this.#root;
    for (const key of keys) {
      part = part.keys.get(key) ?? part.rest;
      if (part === null) return false;
      if (part.covered) return true;
    }
    return true;
  }

  /** The covered part of the input as new maps and lists, without what was excluded. */
  extract(input: unknown, excluded: Exclusions | null): Record<string, unknown> {
    return extractMap(this.#root, input, excluded) ?? emptyMap();
  }
}

const newBranch = (): Branch => ({ below: new Map(), covered: false, narrows: false });

/** Without prototype. Not `Object.create(null)`, which makes a hash table: slow to fill and to read. */
const emptyMap = (): Container => Object.setPrototypeOf({}, null) as Container;

/** Branches that mean one place, as one part: what a key is given and what a wildcard gives to every key come together. */
const lay = (branches: readonly Branch[]): Part => {
  const under = (segment: Segment): Branch[] => branches.flatMap(({ below }) => below.get(segment) ?? []);
  const segments = new Set(branches.flatMap(({ below }) => [...below.keys()]));
  const wild = under(wildcard);
  const keys = new Map<string, Part>();
  for (const segment of segments) if (segment !== wildcard) keys.set(segment, lay([...under(segment), ...wild]));
  return {
    covered: branches.some(({ covered }) => covered),
    whole: branches.some(({ covered, narrows }) => covered && !(narrows && segments.size > 0)),
    keys,
    entries: [...keys].map(([key, part]) => ({ key, part })),
    rest: wild.length === 0 ? null : lay(wild),
  };
};

const extract = (part: Part, value: unknown, excluded: Exclusions | null): unknown => {
  if (value === undefined || excluded?.here === true) return undefined;
  if (part.whole) return typeof value === 'object' ? copy(value, excluded) : value;
  if (Array.isArray(value)) return extractList(part, value, excluded) ?? (part.covered ? [] : undefined);
  if (typeof value !== 'object' || value === null) return part.covered ? value : undefined;
  return extractMap(part, value, excluded) ?? (part.covered ? emptyMap() : undefined);
};

const extractMap = (part: Part, value: unknown, excluded: Exclusions | null): Container | undefined =>
  part.rest !== null && isMap(value)
    ? extractEvery(part, part.rest, value, excluded)
    : extractKnown(part.entries, value, excluded);

const extractEvery = (
  { keys }: Part,
  rest: Part,
  value: Container,
  excluded: Exclusions | null,
): Container | undefined => {
  let result: Container | undefined;
  for (const key of Object.keys(value)) {
    const kept = extract(keys.get(key) ?? rest, value[key], below(excluded, key));
    if (kept === undefined) continue;
    result ??= emptyMap();
    result[key] = kept;
  }
  return result;
};

const extractKnown = (
  entries: readonly Entry[],
  value: unknown,
  excluded: Exclusions | null,
): Container | undefined => {
  let result: Container | undefined;
  for (const { key, part } of entries) {
    const kept = extract(part, own(value, key), below(excluded, key));
    if (kept === undefined) continue;
    result ??= emptyMap();
    result[key] = kept;
  }
  return result;
};

const below = (excluded: Exclusions | null, key: string | number): Exclusions | null =>
  excluded === null ? null : excluded.below(key);

/** Entries keep their index; one of which nothing is kept becomes an empty map, or null where it was no map. */
const extractList = (part: Part, list: readonly unknown[], excluded: Exclusions | null): unknown[] | undefined => {
  let end = 0;
  const entries = list.map((entry, i) => {
    const inner = part.keys.size === 0 ? part.rest : (part.keys.get(String(i)) ?? part.rest);
    const kept = inner === null ? undefined : extract(inner, entry, below(excluded, i));
    if (kept !== undefined) end = i + 1;
    return kept === undefined ? placeholderFor(entry) : kept;
  });
  if (end === 0) return undefined;
  return part.rest === null ? entries.slice(0, end) : entries;
};

const placeholderFor = (entry: unknown): unknown => (isMap(entry) ? emptyMap() : null);

// As deep as paths and request bodies go. Without a bound hostile nesting, or a value within itself, ends the stack.
const deepest = 64;

const copy = (value: unknown, excluded: Exclusions | null, depth = 0): unknown => {
  if (typeof value !== 'object') return value;
  if (depth > deepest) throw errors.E_DATA_DEPTH({ limit: deepest });
  if (Array.isArray(value)) return copyList(value, excluded, depth);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const key of Object.keys(value)) {
    const inner = below(excluded, key);
    if (inner?.here !== true) result[key] = copy(value[key], inner, depth + 1);
  }
  return result;
};

const copyList = (list: readonly unknown[], excluded: Exclusions | null, depth: number): unknown[] => {
  const result: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    const inner = below(excluded, i);
    if (inner?.here !== true) result.push(copy(list[i], inner, depth + 1));
  }
  return result;
};
