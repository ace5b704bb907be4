import { errors } from '../errors.ts';

const part = /^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/;
// Matches the boundary between two words: store-post, StorePost, HTTPClient.
const seam = /[-_]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
// Windows opens a device instead of a file with one of these names, whatever the extension.
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const longest = 80;

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const fault = (typed: string): string | null => {
  if (typed === '') return 'it is empty';
  if (typed.length > longest) return `it has ${typed.length} characters, and at most ${longest} may be`;
  const parts = typed.split('/');
  if (/^[A-Za-z]:|^\/|\\/.test(typed) || parts.includes('..') || parts.includes('.'))
    return 'it leads elsewhere; only folders below, divided by "/", may stand before it';
  for (const one of parts) {
    if (one === '') return 'a folder has no name';
    if (!part.test(one))
      return `"${one}" does not begin with a letter, or holds more than letters, digits, "-" and "_"`;
    if (device.test(one)) return `"${one}" is a device on Windows`;
  }
  return null;
};

/** The name of a generated thing, as the user types it (`user/Phone`, `user/phone`) and as files and code write it. */
export class GeneratedName {
  /** Folders before the name, in kebab case. */
  readonly folders: readonly (readonly string[])[];
  /** Words of the name, as they were typed. */
  readonly words: readonly string[];

  private constructor(folders: readonly (readonly string[])[], words: readonly string[]) {
    this.folders = folders;
    this.words = words;
  }

  /** Reads a name that the user typed. Throws `E_GENERATE_NAME` if no file or class can have that name. */
  static parse(typed: string, kind: string): GeneratedName {
    const reason = fault(typed);
    if (reason !== null) throw errors.E_GENERATE_NAME({ name: typed.slice(0, 60), kind, reason });
    const parts = typed.split('/').map((one) => one.split(seam));
    return new GeneratedName(parts.slice(0, -1), parts.at(-1) ?? []);
  }

  /** The name with `word` at its end, added if it is missing: `Post` and `PostController` both become `PostController`. */
  ending(word: string): GeneratedName {
    const ends = this.words.at(-1)?.toLowerCase() === word.toLowerCase();
    return ends ? this : new GeneratedName(this.folders, [...this.words, word]);
  }

  /** The name without `word` at its end: a test `PostsTest` is about `posts`. */
  without(word: string): GeneratedName {
    const ends = this.words.length > 1 && this.words.at(-1)?.toLowerCase() === word.toLowerCase();
    return ends ? new GeneratedName(this.folders, this.words.slice(0, -1)) : this;
  }

  /** `StorePost`, the name of a class. */
  get pascal(): string {
    return this.words.map(capitalise).join('');
  }

  /** `storePost`, the name of a function. */
  get camel(): string {
    const [first = '', ...others] = this.words;
    return first.toLowerCase() + others.map(capitalise).join('');
  }

  /** `store-post`. */
  get kebab(): string {
    return this.words.join('-').toLowerCase();
  }

  /** Folders and name with their words joined: `in('_')` of `user/HomePhone` is `user_home_phone`. */
  in(joint: string): string {
    return [...this.folders.flat(), ...this.words].join(joint).toLowerCase();
  }

  /** `admin/store-post`, the file without its extension. */
  get path(): string {
    return [...this.folders.map((words) => words.join('-').toLowerCase()), this.kebab].join('/');
  }

  /** `AdminStorePost`, for code that already uses another `StorePost`. */
  get alias(): string {
    return [...this.folders.flat(), ...this.words].map(capitalise).join('');
  }
}
