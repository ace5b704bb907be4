import type { Input, UploadedFile } from '@taproot/core';
import { createInput } from './create-input.ts';
import { isIndex } from './dot-path.ts';
import { isFile } from './is-file.ts';
import { isMap } from './is-map.ts';

const bracketName = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;

/** The path a field's name spells: `user[photos][]` = `user`, `photos`, and an empty segment for the next of a list. */
const fieldPath = (field: string): string[] => {
  const [, root, brackets] = bracketName.exec(field) ?? [];
  if (root === undefined || brackets === undefined) return [field];
  return [root, ...brackets.slice(1, -1).split('][')];
};

const addTo = (value: unknown, file: UploadedFile): unknown => {
  if (isFile(value)) return [value, file];
  return Array.isArray(value) && value.every(isFile) ? [...(value as unknown[]), file] : file;
};

const putInList = (list: readonly unknown[], key: string, rest: readonly string[], file: UploadedFile): unknown[] => {
  const copy = [...list];
  // Beyond its end a list only grows by one, whatever index the client claims.
  const at = isIndex(key, copy.length) ? Number(key) : copy.length;
  copy[at] = put(copy[at], rest, file);
  return copy;
};

const put = (value: unknown, [key, ...rest]: readonly string[], file: UploadedFile): unknown => {
  if (key === undefined) return addTo(value, file);
  if (Array.isArray(value)) return putInList(value, key, rest, file);
  // `photo` and then `photo[]` are one list, as they are of texts.
  if (key === '' || (!isMap(value) && /^\d+$/.test(key)))
    return putInList(isFile(value) ? [value] : [], key, rest, file);
  const copy = createInput(isMap(value) ? value : null);
  copy[key] = put(copy[key], rest, file);
  return copy;
};

/**
 * `fields` with the uploaded files in the places their names spell, over text of the same name. Several files of one name
 * are a list, so is a name that ends in `[]`. `fields` itself is left as it is.
 */
export const placeFiles = (fields: Input | null, files: readonly UploadedFile[]): Input => {
  const placed = createInput(fields);
  for (const file of files) {
    const [root = '', ...rest] = fieldPath(file.field);
    placed[root] = put(placed[root], rest, file);
  }
  return placed;
};
