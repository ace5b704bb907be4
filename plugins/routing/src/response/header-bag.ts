import { checkHeaderName, checkHeaderValue } from '../shared/header-values.ts';

/** A header's value: text, or a list for a header sent several times. */
export type HeaderValue = string | readonly string[];

/** Takes a header with several values, as Node's response does. */
export interface HeaderLists {
  setHeader(name: string, values: string[]): unknown;
}

interface Header {
  /** The name in lower case. */
  readonly key: string;
  /** The name as first written. */
  readonly name: string;
  value: HeaderValue;
}

const normalize = (name: string, value: HeaderValue | number): HeaderValue => {
  if (typeof value === 'string') return checkHeaderValue(name, value);
  return typeof value === 'number' ? String(value) : value.map((element) => checkHeaderValue(name, element));
};

/** Keys of valid names. Most names are literals and repeat. The cache has a limit of 200, because other names come from clients. */
const keys = new Map<string, string>();
const mostKeys = 200;

// The cache takes 11 ns instead of 46 ns for each header.
const checkedKey = (name: string): string => keys.get(name) ?? newKey(name);

const newKey = (name: string): string => {
  checkHeaderName(name);
  const key = name.toLowerCase();
  if (keys.size < mostKeys) keys.set(name, key);
  return key;
};

// This header describes the connection, not the response (RFC 9112 6.1). A header from another response would contradict how this one is
// sent.
const framing = 'transfer-encoding';

/** The headers of a response. Names are case-insensitive and sent as first written; An invalid value throws `E_HEADER_INVALID`. */
export class HeaderBag {
  /** Null until the first header, so that an empty bag costs nothing. */
  #headers: Header[] | null = null;
  /** Fields that `vary()` added. They stay when code sets `Vary`. */
  #varying: string[] | null = null;
  /** Names of headers that belong to one file or page, and not to another body; null if there are none. */
  #ofBody: Set<string> | null = null;

  get(name: string): HeaderValue | undefined {
    return this.#find(name.toLowerCase())?.value;
  }

  /** Whether there is a header with this name (in lower case). */
  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  /** Sets the header and replaces its values. `Vary` keeps the fields that `vary()` added. */
  set(name: string, value: HeaderValue | number): void {
    const key = checkedKey(name);
    if (key === framing) return;
    this.#ofBody?.delete(key);
    const header = this.#find(key);
    if (header === undefined) this.#add(key, name, normalize(name, value));
    else header.value = normalize(name, value);
    if (key === 'vary' && this.#varying !== null) for (const field of this.#varying) this.#addVary(field);
  }

  /** Adds a value to the header. */
  append(name: string, value: HeaderValue | number): void {
    const key = checkedKey(name);
    if (key === framing) return;
    this.#ofBody?.delete(key);
    const header = this.#find(key);
    if (header === undefined) this.#add(key, name, normalize(name, value));
    else header.value = [header.value, normalize(name, value)].flat();
  }

  remove(name: string): void {
    const key = name.toLowerCase();
    const header = this.#find(key);
    if (header !== undefined) this.#headers?.splice(this.#headers.indexOf(header), 1);
    if (key === 'vary') this.#varying = null;
  }

  /** Adds a field name to `Vary`, unless `Vary` has it already or is `*` (RFC 9110 12.5.5). */
  vary(field: string): void {
    this.#addVary(field);
    if (this.#varying === null) this.#varying = [field];
    else if (!this.#varying.includes(field)) this.#varying.push(field);
  }

  /** Records which headers belong to a file or page, so that `leaveBody()` can remove them. */
  tellsOfBody(names: readonly string[]): void {
    this.#ofBody = new Set(names.map(checkedKey));
  }

  /** Removes the headers of a file or page, because another response replaces it. */
  leaveBody(): void {
    if (this.#ofBody === null) return;
    for (const name of this.#ofBody) this.remove(name);
    this.#ofBody = null;
  }

  /** Names and values, in the order in which they were first set. */
  *entries(): IterableIterator<[name: string, value: HeaderValue]> {
    for (const { name, value } of this.#headers ?? []) yield [name, value];
  }

  /**
   * The flat list for `writeHead()` of node:http: name, value, name, value ... Headers with several values are set on `lists`
   * instead.
   */
  toRaw(lists: HeaderLists): string[] {
    const raw: string[] = [];
    for (const { name, value } of this.#headers ?? []) {
      if (typeof value === 'string') raw.push(name, value);
      else lists.setHeader(name, [...value]);
    }
    return raw;
  }

  #addVary(field: string): void {
    const header = this.#find('vary');
    if (header === undefined) return this.#add('vary', 'Vary', normalize('Vary', field));
    if (header.value === field) return;
    const present = [header.value].flat().join(', ');
    const fields = new Set(
      present
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    );
    if (fields.has('*') || fields.has(field.toLowerCase())) return;
    header.value = normalize('Vary', present === '' || field === '*' ? field : `${present}, ${field}`);
  }

  // A loop, because a closure for each search would cost more than the search.
  #find(key: string): Header | undefined {
    if (this.#headers === null) return undefined;
    for (const header of this.#headers) if (header.key === key) return header;
    return undefined;
  }

  #add(key: string, name: string, value: HeaderValue): void {
    this.#headers ??= [];
    this.#headers.push({ key, name, value });
  }
}
