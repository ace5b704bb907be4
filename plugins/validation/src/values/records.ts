import type { UploadedFile } from '@taproot/core';

/** Whether a value is an uploaded file, of any implementation. */
export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<UploadedFile>).clientName === 'function' &&
  typeof (value as Partial<UploadedFile>).size === 'number';

/** The files of a value as a list. Null when an entry is not a file, or the list is empty. */
export const filesOf = (value: unknown): readonly UploadedFile[] | null => {
  if (isFile(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isFile) ? value : null;
};

const index = /^(?:0|[1-9]\d{0,9})$/;

/** Whether a key is the index of a list: `0`, `12`, never `01` or `length`. */
export const isIndex = (key: string | number): boolean => typeof key === 'number' || index.test(key);

/** The own member of a list or object under `key`; undefined when there is none. Inherited members are not data. */
export const own = (container: unknown, key: string | number): unknown => {
  if (typeof container !== 'object' || container === null) return undefined;
  if (Array.isArray(container)) return isIndex(key) ? (container[Number(key)] as unknown) : undefined;
  return Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
};

/** The value at these keys, from `root` on; undefined when there is none. */
export const ownAt = (root: unknown, keys: readonly (string | number)[]): unknown => {
  let value = root;
  for (const key of keys) value = own(value, key);
  return value;
};

/**
 * Whether a value has keys of its own: a map, or an object of an application's class. Not a date, a Map or another object of the platform,
 * whose content is not in keys, and not a file.
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isMap(value) || (Object.prototype.toString.call(value) === '[object Object]' && !isFile(value));

/** A map without prototype. Not `Object.create(null)`, because that makes a slow hash table. */
export const emptyMap = <Value>(): Record<string, Value> => Object.setPrototypeOf({}, null) as Record<string, Value>;

/** Whether a value is a plain object: not a list, file, date or instance of a class. Works across realms. */
export const isMap = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Fast path for nearly every map. The rest also finds objects of another realm.
  if (prototype === Object.prototype) return true;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
