import { below } from './json-differences.ts';
import { isMap } from './json-path.ts';

/**
 * Keys that JSON must have: `['id', { author: ['name'] }, { tags: { '*': ['label'] } }]`. The key `*` means every
 * element of a list.
 */
export type JsonStructure = readonly (string | JsonShape)[] | JsonShape;

/** Keys with the structure of their values. */
export interface JsonShape {
  readonly [key: string]: JsonStructure;
}

const isList = (structure: JsonStructure): structure is readonly (string | JsonShape)[] => Array.isArray(structure);

function* elements(structure: JsonStructure, json: unknown, path: string): Generator<string> {
  if (!Array.isArray(json)) yield `${path === '' ? 'the root' : path} is no list`;
  else for (const [index, one] of json.entries()) yield* faultsOf(structure, one, below(path, index));
}

function* key(name: string, inner: JsonStructure | null, json: unknown, path: string): Generator<string> {
  const place = below(path, name);
  if (!isMap(json) || !Object.hasOwn(json, name)) yield `${place} is missing`;
  else if (inner !== null) yield* faultsOf(inner, json[name], place);
}

/** The missing parts of the structure, in its order. */
export function* faultsOf(structure: JsonStructure, json: unknown, path = ''): Generator<string> {
  if (isList(structure)) {
    for (const part of structure) {
      if (typeof part === 'string') yield* key(part, null, json, path);
      else yield* faultsOf(part, json, path);
    }
    return;
  }
  for (const [name, inner] of Object.entries(structure)) {
    if (name === '*') yield* elements(inner, json, path);
    else yield* key(name, inner, json, path);
  }
}
