import { isFile } from './is-file.ts';
import { isMap } from './is-map.ts';

/**
 * A map, or an object of a class of the application's: something with keys of its own. Not a date, a Map or another object of
 * the platform, which keep their contents elsewhere, and not a file.
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isMap(value) || (Object.prototype.toString.call(value) === '[object Object]' && !isFile(value));
