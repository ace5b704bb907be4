import { errors } from '../errors.ts';

/** A header's value: text, or a list for a header sent several times. */
export type HeaderValue = string | readonly string[];

interface Header {
  /** The name in lower case. */
  readonly key: string;
  /** The name as first written. */
  readonly name: string;
  value: HeaderValue;
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

// RFC 9110 5.5: visible characters, space, tab, and the upper half of Latin-1.
const refused = /[^\t\u0020-\u007E\u0080-\u00FF]/;

const explain = (character: string): string => {
  if (character === '\r' || character === '\n') return 'it holds a line break';
  return character > '\u00FF' ? 'it holds a character outside Latin-1' : 'it holds a control character';
};

const checkName = (name: string): void => {
  if (!token.test(name)) throw errors.E_HEADER_INVALID({ header: name, reason: 'its name is no token' });
};

const checkValue = (name: string, value: string): string => {
  const fault = refused.exec(value);
  if (fault !== null) throw errors.E_HEADER_INVALID({ header: name, reason: explain(fault[0]) });
  return value;
};

const normalize = (name: string, value: HeaderValue | number): HeaderValue => {
  if (typeof value === 'string') return checkValue(name, value);
  return typeof value === 'number' ? String(value) : value.map((element) => checkValue(name, element));
};

/** The headers of a response. Names are case-insensitive and sent as first written; a value no header may hold is `E_HEADER_INVALID`. */
export class HeaderBag {
  /** Null until the first header, so that an empty bag costs nothing. */
  #headers: Header[] | null = null;

  get(name: string): HeaderValue | undefined {
    return this.#find(name)?.value;
  }

  /** Sets the header, in place of the values it had. */
  set(name: string, value: HeaderValue | number): void {
    const header = this.#find(name);
    if (header === undefined) this.#add(name, normalize(name, value));
    else header.value = normalize(name, value);
  }

  /** Adds a value to those the header has. */
  append(name: string, value: HeaderValue | number): void {
    const header = this.#find(name);
    if (header === undefined) this.#add(name, normalize(name, value));
    else header.value = [header.value, normalize(name, value)].flat();
  }

  remove(name: string): void {
    const header = this.#find(name);
    if (header !== undefined) this.#headers?.splice(this.#headers.indexOf(header), 1);
  }

  /** Adds a field name to `Vary`, unless it is there or `*` is (RFC 9110 12.5.5). */
  vary(field: string): void {
    const present = [this.get('vary') ?? []].flat().join(', ');
    const fields = new Set(present.toLowerCase().split(/\s*,\s*/));
    if (fields.has('*') || fields.has(field.toLowerCase())) return;
    this.set('Vary', present === '' || field === '*' ? field : `${present}, ${field}`);
  }

  /** Names and values in the order they were first set. */
  *entries(): IterableIterator<[name: string, value: HeaderValue]> {
    for (const { name, value } of this.#headers ?? []) yield [name, value];
  }

  /** The flat list that `writeHead()` of node:http takes: name, value, name, value ... */
  toRaw(): string[] {
    const raw: string[] = [];
    for (const { name, value } of this.#headers ?? []) {
      if (typeof value === 'string') raw.push(name, value);
      else for (const element of value) raw.push(name, element);
    }
    return raw;
  }

  #find(name: string): Header | undefined {
    if (this.#headers === null) return undefined;
    const key = name.toLowerCase();
    return this.#headers.find((header) => header.key === key);
  }

  #add(name: string, value: HeaderValue): void {
    checkName(name);
    this.#headers ??= [];
    this.#headers.push({ key: name.toLowerCase(), name, value });
  }
}
