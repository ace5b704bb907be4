/** A JSON Schema, as far as facts need it. */
export type Schema = { [key: string]: unknown };

/** One request that shows a status: status, target, and what is sent. */
export type Probe = readonly [status: number, target: string, sent?: Sent];

export interface Sent {
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly files?: { fields: Record<string, string>; files: readonly (readonly [string, string])[] };
  readonly raw?: readonly [type: string, text: string];
  readonly headers?: Record<string, string>;
  readonly as?: 'ada' | 'bob';
  /** Requests that are sent before, `DELETE /x`, by whom. */
  readonly before?: readonly (readonly [string, string, ('ada' | 'bob')?])[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  /** Null: a matter of opinion, for example a header without which a middleware refuses. */
  required: boolean | null;
  schema: Schema;
}

export interface Reply {
  /** Media type; null for no body, `*` for any. */
  type: string | null;
  schema: Schema | null;
}

export interface Operation {
  method: string;
  path: string;
  statuses: number[];
  /** Statuses that a document may also name, though this code never answers so. */
  allowed: number[];
  replies: Record<string, Reply[]>;
  headers: Record<string, string[]>;
  body: { types: string[]; schema: Schema | null } | null;
  parameters: Parameter[];
  /** `none`, the name of a scheme, with `?` where it is optional; null: a matter of opinion. */
  security: string | null;
  /** Text of the summary; null: there is none but a name; absent: a matter of opinion. */
  summary?: string | null;
  /** Whether dropping a member of the body changes the status as `required` says. */
  strict: boolean;
  probes: Probe[];
}

const defs = new Map<string, { names: string[]; text: string }>();

/** Names a type: `def('Page<T>', '{items: T[]}')`. */
export const def = (head: string, text: string): void => {
  const [, name = '', names = ''] = /^(\w+)(?:<(.*)>)?$/.exec(head) ?? [];
  defs.set(name, { names: names === '' ? [] : names.split(','), text });
};

const tokensOf = (text: string): string[] => text.match(/'[^']*'|`[^`]*`|\w+|[{}()[\]<>|&?:,]/g) ?? [];

class Parser {
  #at = 0;
  readonly #tokens: string[];

  constructor(
    text: string,
    readonly known: ReadonlyMap<string, Schema>,
    readonly open: readonly string[],
    readonly made: Record<string, Schema>,
  ) {
    this.#tokens = tokensOf(text);
  }

  whole(): Schema {
    const schema = this.#union();
    if (this.#at < this.#tokens.length) throw new Error(`Unread: ${this.#tokens.slice(this.#at).join(' ')}`);
    return schema;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #need(token: string): void {
    if (!this.#take(token)) throw new Error(`Expected ${token} at ${this.#tokens.slice(this.#at).join(' ')}`);
  }

  #union(): Schema {
    const parts = [this.#both()];
    while (this.#take('|')) parts.push(this.#both());
    if (parts.length === 1) return parts[0] as Schema;
    if (parts.every((part) => part.enum !== undefined))
      return { ...parts[0], enum: parts.flatMap((part) => part.enum as unknown[]) };
    return { anyOf: parts };
  }

  #both(): Schema {
    let schema = this.#postfix();
    while (this.#take('&')) {
      const other = this.#postfix();
      schema = {
        type: 'object',
        properties: { ...(schema.properties as object), ...(other.properties as object) },
        required: [...(schema.required as string[]), ...(other.required as string[])],
        additionalProperties: false,
      };
    }
    return schema;
  }

  #postfix(): Schema {
    let schema = this.#one();
    while (this.#tokens[this.#at] === '[' && this.#tokens[this.#at + 1] === ']') {
      this.#at += 2;
      schema = { type: 'array', items: schema };
    }
    return schema;
  }

  #one(): Schema {
    if (this.#take('(')) {
      const schema = this.#union();
      this.#need(')');
      return schema;
    }
    if (this.#take('{')) return this.#object();
    if (this.#take('[')) {
      const prefixItems: Schema[] = [];
      while (!this.#take(']')) {
        prefixItems.push(this.#union());
        this.#take(',');
      }
      return { type: 'array', prefixItems, minItems: prefixItems.length, items: false };
    }
    const token = this.#tokens[this.#at++] ?? '';
    if (token.startsWith("'")) return { type: 'string', enum: [token.slice(1, -1)] };
    if (token.startsWith('`')) return { type: 'string' };
    if (/^\d/.test(token)) return { type: 'number', enum: [Number(token)] };
    switch (token) {
      case 'true':
      case 'false':
        return { type: 'boolean', enum: [token === 'true'] };
      case 'date':
        return { type: 'string', format: 'date-time' };
      case 'file':
        return { type: 'string', format: 'binary' };
      case 'unknown':
        return {};
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return { type: token };
      case 'list':
        return { type: 'array' };
      case 'map':
        return { type: 'object' };
      case 'Record': {
        this.#need('<');
        const values = this.#union();
        this.#need('>');
        return { type: 'object', additionalProperties: values };
      }
    }
    const given: Schema[] = [];
    if (this.#take('<')) {
      while (!this.#take('>')) {
        given.push(this.#union());
        this.#take(',');
      }
    }
    const bound = this.known.get(token);
    if (bound !== undefined) return bound;
    const found = defs.get(token);
    if (found === undefined) throw new Error(`Unknown type ${token}`);
    const key = `${token}${given.length === 0 ? '' : JSON.stringify(given)}`;
    const name = key.replaceAll(/\W+/g, '_');
    const reference = { $ref: `#/$defs/${name}` };
    if (this.open.includes(key)) return reference;
    const inner = new Map(found.names.map((parameter, index) => [parameter, given[index] ?? {}]));
    const schema = new Parser(found.text, inner, [...this.open, key], this.made).whole();
    if (!JSON.stringify(schema).includes(reference.$ref)) return schema;
    this.made[name] = schema;
    return reference;
  }

  #object(): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    while (!this.#take('}')) {
      const name = (this.#tokens[this.#at++] ?? '').replaceAll("'", '');
      if (!this.#take('?')) required.push(name);
      this.#need(':');
      properties[name] = this.#union();
      this.#take(',');
    }
    return { type: 'object', properties, required, additionalProperties: false };
  }
}

export const schemaOf = (text: string): Schema => {
  const made: Record<string, Schema> = {};
  const schema = new Parser(text, new Map(), [], made).whole();
  return Object.keys(made).length === 0 ? schema : { ...schema, $defs: made };
};

export interface Given {
  /** Replies by status: a type, `-` without a body, `!` an error, `@type/subtype` another media type; a list for several. */
  r: Record<number, string | readonly string[]>;
  allow?: readonly number[];
  h?: Record<number, readonly string[]>;
  /** Query, headers and cookies: `page?:integer`, `name~:string` where required is a matter of opinion. */
  q?: string;
  hd?: string;
  ck?: string;
  b?: string;
  types?: readonly string[];
  s?: string | null;
  sum?: string | null;
  loose?: true;
  t: readonly Probe[];
}

const parametersOf = (place: Parameter['in'], text: string | undefined): Parameter[] =>
  (text ?? '')
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => {
      const [, name = '', mark = '', type = ''] = /^([\w-]+)([?~]?):(.+)$/.exec(one) ?? [];
      return { name, in: place, required: mark === '~' ? null : mark === '', schema: schemaOf(type) };
    });

const replyOf = (text: string): Reply => {
  if (text === '-') return { type: null, schema: null };
  if (text === '!') return { type: 'application/json', schema: null };
  if (text.startsWith('@')) return { type: text.slice(1), schema: null };
  return { type: 'application/json', schema: schemaOf(text) };
};

export const operations: Operation[] = [];

const forms = ['application/json', 'application/x-www-form-urlencoded'];

/** States what an operation does. */
export const op = (head: string, given: Given): void => {
  const [method = '', path = ''] = head.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}:string`);
  operations.push({
    method,
    path,
    statuses: Object.keys(given.r).map(Number),
    allowed: [...(given.allow ?? [])],
    replies: Object.fromEntries(
      Object.entries(given.r).map(([status, text]) => [status, [text].flat().map((one) => replyOf(one))]),
    ),
    headers: Object.fromEntries(Object.entries(given.h ?? {}).map(([status, list]) => [status, [...list]])),
    body:
      given.b === undefined
        ? null
        : { types: [...(given.types ?? forms)], schema: given.b === '' ? null : schemaOf(given.b) },
    parameters: [
      ...parametersOf('path', names.join(' ')),
      ...parametersOf('query', given.q),
      ...parametersOf('header', given.hd),
      ...parametersOf('cookie', given.ck),
    ],
    security: given.s === undefined ? 'none' : given.s,
    ...(given.sum === undefined ? {} : { summary: given.sum }),
    strict: given.loose === undefined,
    probes: [...given.t],
  });
};
