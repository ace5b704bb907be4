import type { Input, UploadedFile } from '@taproot/core';
import type { Params } from '@taproot/core/plugin';
import { toBool, toInt, toInt64, toText, toTexts } from './convert.ts';
import { type DotPath, splitPath, walk } from './dot-path.ts';
import { copyInput, createInput, isFile, isMap } from './input-map.ts';
import { omitPaths, pickPaths } from './select-paths.ts';

/** Where input comes from. Each part is asked for when it is needed, so that nothing is parsed before. */
export interface InputSource {
  /**
   * The body if it is a map (a JSON object, or a form with its files), otherwise null. Throws while the body is unread.
   */
  fields(): Input | null;
  /** The files of the body, at any depth. */
  files(): readonly UploadedFile[];
  /** The parsed query, nested by brackets. */
  query(): Input;
  readonly route: Params;
}

const isEmpty = (map: Readonly<Record<string, unknown>>): boolean => {
  // Maps of the input inherit nothing.
  for (const _ in map) return false;
  return true;
};

type Holder = Readonly<Record<string, unknown>>;

/**
 * Reads the input of one request. The first segment of a name decides where to look: the body if it has that member, else the
 * query, else the route parameters. So every method reads the data of `all()`, which validation checks. If the body contains
 * the field, even as null, the query is not consulted.
 */
export class InputReader {
  readonly #source: InputSource;

  constructor(source: InputSource) {
    this.#source = source;
  }

  input(name: string, fallback = ''): string {
    return toText(this.#find(name)) ?? fallback;
  }

  inputInt(name: string, fallback = 0): number {
    return toInt(this.#find(name), fallback);
  }

  inputInt64(name: string, fallback = 0n): bigint {
    return toInt64(this.#find(name), fallback);
  }

  /** The fallback also for the empty text, which is what an empty form field sends. */
  inputBool(name: string, fallback = false): boolean {
    const text = this.input(name);
    return text === '' ? fallback : toBool(text);
  }

  /** A single value is a list of one, the empty text an empty list; a route parameter is split at commas. */
  inputArray(name: string, fallback: string[] = []): string[] {
    const path = splitPath(name);
    const holder = this.#holder(path);
    const value = walk(holder, path);
    if (Array.isArray(value)) return toTexts(value);
    const text = isMap(value) ? undefined : toText(value);
    if (text === undefined) return fallback;
    if (text === '') return [];
    return holder === this.#source.route ? text.split(',') : [text];
  }

  /** Also returns the fallback for a value that is not a map. */
  inputMap(name: string, fallback: Input = createInput()): Input {
    const value = this.#find(name);
    return isMap(value) ? createInput(value) : fallback;
  }

  /** Also returns the fallback for a list with an element that is not a map. */
  inputMapArray(name: string, fallback: Input[] = []): Input[] {
    const value = this.#find(name);
    return Array.isArray(value) && value.every(isMap) ? value.map((element) => createInput(element)) : fallback;
  }

  all(): Input {
    const input = this.shared();
    return input === this.#source.fields() ? copyInput(input) : input;
  }

  /** As `all()`, but not to be changed: it may be the body itself. */
  shared(): Input {
    const { route } = this.#source;
    const query = this.#source.query();
    const body = this.#source.fields();
    // A body alone is what most forms and API calls send.
    if (body !== null && isEmpty(query) && isEmpty(route)) return body;
    return createInput(route, query, body);
  }

  only(...names: string[]): Input {
    return pickPaths(this.shared(), names);
  }

  except(...names: string[]): Input {
    return omitPaths(this.shared(), names);
  }

  has(...names: string[]): boolean {
    return names.every((name) => this.#find(name) !== undefined);
  }

  filled(...names: string[]): boolean {
    return names.every((name) => {
      const value = this.#find(name);
      return value !== undefined && value !== null && value !== '';
    });
  }

  file(name: string): UploadedFile | null {
    return this.files(name)[0] ?? null;
  }

  /** The files at a dot path: `user.photos` finds the fields `user[photos]` and `user[photos][]`. */
  files(name: string): UploadedFile[] {
    if (this.#source.files().length === 0) return [];
    const value = walk(this.#source.fields(), splitPath(name));
    return (Array.isArray(value) ? value : [value]).filter(isFile);
  }

  #find(name: string): unknown {
    const path = splitPath(name);
    return walk(this.#holder(path), path);
  }

  #holder([root]: DotPath): Holder {
    const body = this.#source.fields();
    if (body !== null && Object.hasOwn(body, root)) return body;
    const query = this.#source.query();
    return Object.hasOwn(query, root) ? query : this.#source.route;
  }
}
