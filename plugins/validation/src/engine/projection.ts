import { type Segment, wildcard } from '../language/field-path.ts';
import { type Convert, converters } from '../values/coerce.ts';
import { isBlank } from '../values/is-empty.ts';
import { emptyMap, isRecord, own } from '../values/records.ts';
import { conversionOf } from './compile-field.ts';
import type { PlannedField } from './compiled-field.ts';
import { below, copyValue, type Exclusions, mergeInput } from './exclusions.ts';
import { type Copy, generateCopy } from './plan-code.ts';

type Container = Record<string, unknown>;

/** One key of the rules map's paths, laid over each other. */
interface Branch {
  readonly below: Map<Segment, Branch>;
  /** The field whose path ends here. */
  field: PlannedField | null;
}

/** The part of a value that is kept at one place. */
export interface Part {
  readonly covered: boolean;
  /** Kept with all that is in it: no rule speaks of anything below. */
  readonly whole: boolean;
  readonly keys: ReadonlyMap<string, Part>;
  /** The same as a list: what is walked for every input. */
  readonly entries: readonly Entry[];
  /** For every other key. */
  readonly rest: Part | null;
  /** Converts a value to the type of its rules; null if it stays as it came. */
  readonly typed: Typed | null;
  /** Generated code for its entries; null before a plan is run often, and where other keys are kept too. */
  copy: Copy<Source> | null;
}

interface Entry {
  readonly key: string;
  readonly part: Part;
}

interface Typed {
  readonly convert: Convert;
  readonly nullable: boolean;
}

/** The source of valid data: a run that has ended. */
export interface Source {
  readonly root: unknown;
  readonly exclusions: Exclusions | null;
  readonly typed: boolean;
}

/** Which parts of the input the rules speak of: takes the valid data out of it. */
export class Projection {
  readonly #root: Part;

  constructor(fields: readonly PlannedField[]) {
    const root = newBranch();
    for (const field of fields) {
      let branch = root;
      for (const segment of field.path.segments) {
        const next = branch.below.get(segment) ?? newBranch();
        branch.below.set(segment, next);
        branch = next;
      }
      branch.field = field;
    }
    this.#root = lay([root]);
  }

  /** The covered part of the input as new maps and lists, without what was excluded. */
  extract(source: Source): Record<string, unknown> {
    return extractMap(this.#root, source.root, source.exclusions, source) ?? emptyMap();
  }

  /** Generates code for `extract()`, of a plan that is run often. */
  generate(): void {
    generate(this.#root);
  }

  /** The whole input, without what was excluded, with the valid data in their places. */
  merge({ root, exclusions }: Source, valid: Readonly<Record<string, unknown>>): Record<string, unknown> {
    // The input is a map, and so is what comes of it.
    return mergeInput(this.#root, root, valid, exclusions) as Record<string, unknown>;
  }
}

const newBranch = (): Branch => ({ below: new Map(), field: null });

/** Merges branches for the same place into one part: a key gets both its own rules and those of a wildcard. */
const lay = (branches: readonly Branch[]): Part => {
  const under = (segment: Segment): Branch[] => branches.flatMap(({ below }) => below.get(segment) ?? []);
  const segments = new Set(branches.flatMap(({ below }) => [...below.keys()]));
  const fields = branches.flatMap(({ field }) => field ?? []);
  const wild = under(wildcard);
  const entries = [...segments].flatMap((key) =>
    key === wildcard ? [] : [{ key, part: lay([...under(key), ...wild]) }],
  );
  return {
    covered: fields.length > 0,
    // Rules below a field narrow it to what they cover, whatever its own rules are.
    whole: fields.length > 0 && segments.size === 0,
    keys: new Map(entries.map(({ key, part }) => [key, part])),
    entries,
    rest: wild.length === 0 ? null : lay(wild),
    typed: typedOf(fields),
    copy: null,
  };
};

/** Whether scalars stay as they came. */
const isPlain = ({ covered, typed }: Part): boolean => covered && typed === null;

/** Whether maps and lists stay as they came, whatever becomes of a text. */
const keepsContainers = ({ covered, typed }: Part): boolean =>
  covered && (typed === null || typed.convert === converters.same);

const generate = (part: Part): void => {
  if (part.rest !== null) generate(part.rest);
  for (const entry of part.entries) generate(entry.part);
  if (part.entries.length === 0 || part.rest !== null) return;
  const keys = part.entries.map(({ key, part: inner }) => ({
    key,
    isPlain: isPlain(inner),
    map: keepsContainers(inner) ? inner.copy : null,
    isPlainList: keepsContainers(inner) && inner.keys.size === 0 && inner.rest !== null && isPlain(inner.rest),
    take: (value: unknown, source: Source) => extract(inner, value, null, source),
  }));
  part.copy = generateCopy(keys);
};

const typedOf = (fields: readonly PlannedField[]): Typed | null => {
  const kind = fields.find((field) => field.kind !== null)?.kind ?? null;
  const conversion = conversionOf(
    fields.flatMap(({ rules }) => rules),
    kind,
  );
  return conversion && { convert: conversion.convert, nullable: fields.some(({ nullable }) => nullable) };
};

const extract = (part: Part, given: unknown, excluded: Exclusions | null, source: Source): unknown => {
  if (given === undefined || excluded?.here === true) return undefined;
  const value = source.typed && part.typed !== null ? give(part.typed, given) : given;
  if (typeof value !== 'object') return part.covered ? value : undefined;
  if (part.whole) return copyValue(value, excluded);
  if (value === null) return part.covered ? value : undefined;
  if (Array.isArray(value)) return extractList(part, value, excluded, source);
  // A date or a file has nothing below it that rules could speak of.
  if (!isRecord(value) && part.covered) return value;
  return extractMap(part, value, excluded, source) ?? (part.covered ? emptyMap() : undefined);
};

/** A value with its type. A text left empty in a form is nothing: its rules were skipped. */
const give = ({ convert, nullable }: Typed, value: unknown): unknown => {
  if (typeof value === 'string' && isBlank(value)) return nullable ? null : undefined;
  return value === null ? value : convert(value);
};

const extractMap = (part: Part, value: unknown, excluded: Exclusions | null, source: Source): Container | undefined => {
  if (part.copy !== null && excluded === null) return part.copy(value, source);
  return part.rest !== null && isRecord(value)
    ? extractEvery(part, part.rest, value, excluded, source)
    : extractKnown(part.entries, value, excluded, source);
};

const extractEvery = (
  { keys }: Part,
  rest: Part,
  value: Container,
  excluded: Exclusions | null,
  source: Source,
): Container | undefined => {
  let result: Container | undefined;
  for (const key of Object.keys(value)) {
    const kept = extract(keys.get(key) ?? rest, value[key], below(excluded, key), source);
    if (kept === undefined) continue;
    result ??= emptyMap();
    result[key] = kept;
  }
  return result;
};

const extractKnown = (
  entries: readonly Entry[],
  container: unknown,
  excluded: Exclusions | null,
  source: Source,
): Container | undefined => {
  let result: Container | undefined;
  for (const { key, part } of entries) {
    const kept = extract(part, own(container, key), below(excluded, key), source);
    if (kept === undefined) continue;
    result ??= emptyMap();
    result[key] = kept;
  }
  return result;
};

/**
 * An entry of which nothing is left becomes an empty map, or null if it was not a map, so that the others keep their
 * indexes. An excluded entry is removed. If only some indexes have rules, the list is kept up to the last of them.
 */
const extractList = (
  part: Part,
  list: readonly unknown[],
  excluded: Exclusions | null,
  source: Source,
): unknown[] | undefined => {
  let end = 0;
  const entries: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    const entry = list[i];
    const without = below(excluded, i);
    if (without?.here === true) continue;
    const inner = part.keys.size === 0 ? part.rest : (part.keys.get(String(i)) ?? part.rest);
    const kept = inner === null ? undefined : extract(inner, entry, without, source);
    entries.push(kept === undefined ? placeholderFor(entry) : kept);
    if (kept !== undefined) end = entries.length;
  }
  if (end === 0 && !part.covered) return undefined;
  return part.rest === null ? entries.slice(0, end) : entries;
};

const placeholderFor = (entry: unknown): unknown => (isRecord(entry) ? emptyMap() : null);
