// Takes the facts of an operation apart into single statements, and holds each against an OpenAPI document.
import type { Operation, Schema } from './facts/dsl.ts';

export type Kind =
  | 'paths'
  | 'statuses'
  | 'reply schemas'
  | 'bodies'
  | 'parameters'
  | 'headers'
  | 'security'
  | 'summaries';
export type Verdict = 'right' | 'wrong' | 'missing' | 'vague';

export interface Atom {
  operation: string;
  kind: Kind;
  fact: string;
  verdict: Verdict;
  /** What the document says. */
  says: string;
}

type Emit = (fact: string, verdict: Verdict, says?: unknown) => void;
type Node = Schema | undefined;

const brief = (value: unknown): string => (value === undefined ? '' : (JSON.stringify(value) ?? '').slice(0, 100));

/** A schema with its references, which may be recursive, and the members of `allOf` put together. */
class Side {
  constructor(readonly root: Schema) {}

  resolve(node: Schema): Schema {
    let at: Schema = node;
    for (let hops = 0; typeof at.$ref === 'string' && hops < 20; hops++) {
      const { $ref, ...beside } = at;
      let target: unknown = this.root;
      for (const key of $ref.slice(2).split('/')) {
        target = (target as Record<string, unknown> | undefined)?.[
          decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
        ];
      }
      at = { ...(target as Schema | undefined), ...beside };
    }
    if (Array.isArray(at.allOf)) {
      const { allOf, ...rest } = at;
      const parts = [rest, ...(allOf as Schema[])].map((part) => this.resolve(part));
      const united: Schema = Object.assign({}, ...parts);
      if (parts.some((part) => part.properties !== undefined)) {
        united.type ??= 'object';
        united.properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
        united.required = parts.flatMap((part) => (part.required as string[] | undefined) ?? []);
      }
      return united;
    }
    return at;
  }

  /** The alternatives of a schema, each of one type. */
  variants(node: Schema, depth = 0): Schema[] {
    const at = this.resolve(node);
    const either = (at.anyOf ?? at.oneOf) as Schema[] | undefined;
    if (either !== undefined && depth < 8) {
      const { anyOf: _a, oneOf: _o, ...rest } = at;
      return either.flatMap((one) => this.variants({ ...rest, ...this.resolve(one) }, depth + 1));
    }
    if (Array.isArray(at.type)) return (at.type as string[]).map((type) => this.#typed({ ...at, type }));
    return [this.#typed(at)];
  }

  #typed(at: Schema): Schema {
    const values = 'const' in at ? [at.const] : (at.enum as unknown[] | undefined);
    const given: Schema = values === undefined ? at : { ...at, enum: values };
    if (given.type !== undefined || values === undefined) {
      if (given.type === undefined && given.properties !== undefined) return { ...given, type: 'object' };
      if (values !== undefined && typeof given.type === 'string') {
        return {
          ...given,
          enum: values.filter(
            (value) => typeOf(value) === given.type || (given.type === 'integer' && typeof value === 'number'),
          ),
        };
      }
      return given;
    }
    const types = [...new Set(values.map(typeOf))];
    return { ...given, type: types.length === 1 ? types[0] : undefined };
  }
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isFile = (schema: Schema): boolean => schema.format === 'binary';

export interface Ways {
  /** Whether `integer` may stand for `number`: where the type of the code says only `number`. */
  readonly requests: boolean;
}

export class Comparison {
  constructor(
    private readonly facts: Side,
    private readonly document: Side,
    private readonly ways: Ways,
  ) {}

  schema(fact: Schema, doc: Node, path: string, emit: Emit, open: readonly string[] = []): void {
    if (Object.keys(fact).filter((key) => key !== '$defs').length === 0) return;
    if (typeof fact.$ref === 'string') {
      if (open.includes(fact.$ref)) {
        emit(`${path} is recursive`, doc === undefined ? 'missing' : this.#vague(doc) ? 'vague' : 'right');
        return;
      }
      this.schema(this.facts.resolve(fact), doc, path, emit, [...open, fact.$ref]);
      return;
    }
    const refs = ((fact.anyOf as Schema[] | undefined) ?? []).flatMap((one) =>
      typeof one.$ref === 'string' ? [one.$ref] : [],
    );
    if (refs.some((ref) => open.includes(ref))) {
      emit(`${path} is recursive`, doc === undefined ? 'missing' : this.#vague(doc) ? 'vague' : 'right');
      return;
    }
    open = [...open, ...refs];
    const wanted = this.facts.variants(fact);
    const found = doc === undefined ? null : this.document.variants(doc);
    this.#types(wanted, found, path, emit, doc);
    this.#values(wanted, found, path, emit);
    const objects = wanted.filter((one) => one.type === 'object');
    for (const object of objects) this.#object(object, this.#match(object, found, objects.length), path, emit, open);
    for (const array of wanted.filter((one) => one.type === 'array')) {
      this.#array(array, this.#united((found ?? []).filter((one) => one.type === 'array')), path, emit, open);
    }
  }

  #vague(doc: Schema): boolean {
    return this.document.variants(doc).some((one) => one.type === undefined && one.enum === undefined);
  }

  #types(wanted: Schema[], found: Schema[] | null, path: string, emit: Emit, doc: Node): void {
    if (wanted.some((one) => one.type === undefined)) return;
    const name = `${path} is ${[...new Set(wanted.map((one) => (isFile(one) ? 'file' : String(one.type))))].sort().join('|')}`;
    if (found === null) return emit(name, 'missing');
    if (wanted.some(isFile)) {
      const fine = found.some((one) => isFile(one) || one.contentMediaType !== undefined || one.type === 'string');
      return emit(name, fine ? 'right' : found.every((one) => one.type === undefined) ? 'vague' : 'wrong', doc);
    }
    if (found.some((one) => one.type === undefined)) return emit(name, 'vague', doc);
    const said = (list: Schema[]) => [...new Set(list.map((one) => String(one.type)))].sort().join('|');
    const loose = (text: string) => (this.ways.requests ? text : text.replaceAll('integer', 'number'));
    emit(name, loose(said(found)) === loose(said(wanted)) ? 'right' : 'wrong', said(found));
  }

  #values(wanted: Schema[], found: Schema[] | null, path: string, emit: Emit): void {
    const values = wanted.flatMap((one) => (one.enum as unknown[] | undefined) ?? []);
    if (values.length > 0) {
      const said = found?.flatMap((one) => one.enum ?? []).filter((value) => value !== null) ?? [];
      const text = (list: unknown[]) => JSON.stringify([...new Set(list.map((value) => JSON.stringify(value)))].sort());
      const both = values.includes(true) && values.includes(false);
      const same = text(said) === text(values) || (both && said.length === 0);
      emit(`${path} is one of ${brief(values)}`, same ? 'right' : said.length === 0 ? 'missing' : 'wrong', said);
    }
    if (wanted.some((one) => one.format === 'date-time')) {
      emit(
        `${path} is a date-time`,
        found?.some((one) => one.format === 'date-time') ? 'right' : 'missing',
        found?.map((one) => one.format),
      );
    }
  }

  #match(object: Schema, found: Schema[] | null, several: number): Node {
    const own = Object.keys(object.properties ?? {});
    // A schema that shares no member with a fact is about something else, such as the other reply of the same status.
    const kin = (one: Schema): boolean =>
      own.length === 0 || one.properties === undefined || own.some((name) => name in (one.properties as object));
    const objects = (found ?? []).filter((one) => one.type === 'object' && kin(one));
    if (objects.length <= 1 && several === 1) return objects[0];
    let best: Node;
    let most = -1;
    for (const one of objects) {
      let score = 0;
      const properties = (one.properties ?? {}) as Record<string, Schema>;
      for (const [name, inner] of Object.entries((object.properties ?? {}) as Record<string, Schema>)) {
        if (properties[name] === undefined) continue;
        score += 1;
        const [a, b] = [this.facts.variants(inner), this.document.variants(properties[name])].map((list) =>
          JSON.stringify(list.flatMap((v) => v.enum ?? [])),
        );
        if (a === b && a !== '[]') score += 5;
        else if (a !== '[]' && b !== '[]') score -= 5;
      }
      score -= Object.keys(properties).filter((name) => !own.includes(name)).length / 10;
      if (score > most) [best, most] = [one, score];
    }
    return best;
  }

  #object(object: Schema, doc: Node, path: string, emit: Emit, open: readonly string[]): void {
    const properties = (object.properties ?? {}) as Record<string, Schema>;
    const said = (doc?.properties ?? {}) as Record<string, Schema>;
    const needs = (object.required ?? []) as string[];
    const saidNeeds = (doc?.required ?? []) as string[];
    for (const [name, inner] of Object.entries(properties)) {
      const here = `${path}.${name}`;
      const need = needs.includes(name);
      const fact = `${here} is ${need ? 'required' : 'optional'}`;
      if (said[name] === undefined) emit(fact, 'missing', doc === undefined ? undefined : Object.keys(said));
      else
        emit(
          fact,
          saidNeeds.includes(name) === need ? 'right' : 'wrong',
          saidNeeds.includes(name) ? 'required' : 'optional',
        );
      this.schema(inner, said[name], here, emit, open);
    }
    if (object.properties !== undefined) {
      for (const name of Object.keys(said))
        if (!(name in properties)) emit(`${path} has no ${name}`, 'wrong', said[name]);
    }
    const values = object.additionalProperties;
    if (typeof values === 'object' && values !== null) {
      const other = doc?.additionalProperties;
      this.schema(
        values as Schema,
        typeof other === 'object' && other !== null ? (other as Schema) : undefined,
        `${path}[*]`,
        emit,
        open,
      );
    }
  }

  /** Several arrays as one, whose entries may be those of each. */
  #united(arrays: Schema[]): Node {
    if (arrays.length <= 1 || arrays.some((one) => one.items === undefined)) return arrays[0];
    return { type: 'array', items: { anyOf: arrays.map((one) => one.items) } };
  }

  #array(array: Schema, doc: Node, path: string, emit: Emit, open: readonly string[]): void {
    if (Array.isArray(array.prefixItems)) {
      const said = doc?.prefixItems as Schema[] | undefined;
      emit(
        `${path} has ${array.prefixItems.length} entries`,
        said === undefined ? 'missing' : said.length === array.prefixItems.length ? 'right' : 'wrong',
        doc,
      );
      for (const [index, entry] of (array.prefixItems as Schema[]).entries())
        this.schema(entry, said?.[index], `${path}[${index}]`, emit, open);
    } else if (array.items !== undefined) {
      const items = doc?.items;
      this.schema(
        array.items as Schema,
        typeof items === 'object' && items !== null ? (items as Schema) : items === true ? {} : undefined,
        `${path}[]`,
        emit,
        open,
      );
    }
  }
}

interface DocumentOperation {
  operationId?: string;
  responses?: Record<string, Schema>;
  requestBody?: Schema;
  parameters?: Schema[];
  security?: Record<string, unknown>[];
  summary?: string;
}

const ofBodies = [400, 408, 413, 415];

const securityOf = (said: Record<string, unknown>[] | undefined): string => {
  const names = (said ?? []).flatMap((one) => Object.keys(one));
  if (names.length === 0) return 'none';
  return (said ?? []).some((one) => Object.keys(one).length === 0) ? `${names.join('+')}?` : names.join('+');
};

const plain = (text: string): string => text.trim().replace(/\.$/, '');

/** Every statement about one operation, and what a document says to it. Without a document, everything is missing. */
export const atomsOf = (operation: Operation, document: Schema | null): Atom[] => {
  const name = `${operation.method} ${operation.path}`;
  const atoms: Atom[] = [];
  const root = document ?? {};
  const side = new Side(root);
  const paths = (root.paths ?? {}) as Record<string, Record<string, unknown>>;
  const item = paths[operation.path];
  const said = item?.[operation.method.toLowerCase()] as DocumentOperation | undefined;
  const emitter =
    (kind: Kind): Emit =>
    (fact, verdict, says) =>
      atoms.push({ operation: name, kind, fact, verdict, says: brief(says) });
  emitter('paths')('exists', said === undefined ? 'missing' : 'right');

  const responses = said?.responses ?? {};
  const responseOf = (status: number | string): Schema | undefined =>
    responses[status] === undefined ? undefined : side.resolve(responses[status]);
  const statuses = emitter('statuses');
  for (const status of operation.statuses)
    statuses(String(status), responseOf(status) === undefined ? 'missing' : 'right', Object.keys(responses));
  const expected = new Set([
    ...operation.statuses,
    ...operation.allowed,
    ...(operation.body !== null || said?.requestBody !== undefined ? ofBodies : []),
  ]);
  for (const status of Object.keys(responses).map(Number)) {
    if (status < 500 && !expected.has(status)) statuses(`never ${status}`, 'wrong', responseOf(status));
  }

  const reply = emitter('reply schemas');
  for (const [status, replies] of Object.entries(operation.replies)) {
    const response = responseOf(status);
    const content = response?.content as Record<string, Schema> | undefined;
    for (const { type, schema } of replies) {
      if (Number(status) >= 400 && schema === null && type === 'application/json') continue;
      if (type === null) {
        reply(
          `${status} has no body`,
          response === undefined ? 'missing' : content === undefined ? 'right' : 'wrong',
          content,
        );
        continue;
      }
      const types = Object.keys(content ?? {});
      const found = types.find((one) => type === '*' || one.split(';')[0] === type);
      reply(
        `${status} is ${type}`,
        found !== undefined
          ? 'right'
          : types.some((one) => one === '*/*')
            ? 'vague'
            : types.length === 0
              ? 'missing'
              : 'wrong',
        types,
      );
      if (schema === null) continue;
      const media = found === undefined ? undefined : content?.[found];
      const comparison = new Comparison(new Side(schema), side, { requests: false });
      comparison.schema(
        schema,
        response === undefined || media === undefined ? undefined : ((media.schema ?? {}) as Schema),
        status,
        reply,
      );
    }
  }

  const bodies = emitter('bodies');
  const requestBody = said?.requestBody === undefined ? undefined : side.resolve(said.requestBody);
  const media = requestBody?.content as Record<string, Schema> | undefined;
  if (operation.body === null) {
    bodies('no body', said === undefined ? 'missing' : requestBody === undefined ? 'right' : 'wrong', media);
  } else {
    const types = Object.keys(media ?? {});
    for (const type of operation.body.types) {
      bodies(
        `takes ${type}`,
        types.includes(type) || (type === '*/*' && types.length > 0) ? 'right' : 'missing',
        types,
      );
    }
    if (operation.body.schema !== null) {
      const chosen = media?.[operation.body.types[0] as string] ?? media?.[types[0] as string];
      const comparison = new Comparison(new Side(operation.body.schema), side, { requests: true });
      comparison.schema(
        operation.body.schema,
        chosen === undefined ? undefined : ((chosen.schema ?? {}) as Schema),
        'body',
        bodies,
      );
    }
  }

  const parameters = emitter('parameters');
  const saidParameters = [...((item?.parameters as Schema[] | undefined) ?? []), ...(said?.parameters ?? [])].map(
    (one) => side.resolve(one),
  );
  const same = (given: unknown, wanted: string): boolean =>
    String(given).replace(/\[\]$/, '').toLowerCase() === wanted.toLowerCase();
  for (const parameter of operation.parameters) {
    const label = `${parameter.in} ${parameter.name}`;
    const found = saidParameters.find((one) => one.in === parameter.in && same(one.name, parameter.name));
    parameters(`${label} exists`, found === undefined ? 'missing' : 'right');
    if (parameter.required !== null) {
      parameters(
        `${label} is ${parameter.required ? 'required' : 'optional'}`,
        found === undefined ? 'missing' : (found.required === true) === parameter.required ? 'right' : 'wrong',
        found?.required,
      );
    }
    if (parameter.in === 'path') {
      const types = found === undefined ? [] : side.variants((found.schema ?? {}) as Schema).map((one) => one.type);
      parameters(
        `${label} is text`,
        found === undefined
          ? 'missing'
          : types.includes(undefined)
            ? 'vague'
            : types.every((type) => type === 'string' || type === 'integer' || type === 'number')
              ? 'right'
              : 'wrong',
        types,
      );
    } else {
      const comparison = new Comparison(new Side(parameter.schema), side, { requests: true });
      comparison.schema(
        parameter.schema,
        found === undefined ? undefined : ((found.schema ?? {}) as Schema),
        label,
        parameters,
      );
    }
  }
  for (const one of saidParameters) {
    if (!operation.parameters.some((parameter) => parameter.in === one.in && same(one.name, parameter.name)))
      parameters(`no ${String(one.in)} ${String(one.name)}`, 'wrong', one.schema);
  }

  const headers = emitter('headers');
  for (const [status, list] of Object.entries(operation.headers)) {
    const names = Object.keys(responseOf(status)?.headers ?? {});
    for (const header of list)
      headers(
        `${status} has ${header}`,
        names.some((one) => one.toLowerCase() === header.toLowerCase()) ? 'right' : 'missing',
        names,
      );
  }

  if (operation.security !== null) {
    const says = securityOf(said?.security ?? (root.security as Record<string, unknown>[] | undefined));
    emitter('security')(
      operation.security,
      said === undefined ? 'missing' : says === operation.security ? 'right' : says === 'none' ? 'missing' : 'wrong',
      says,
    );
  }
  if (operation.summary !== undefined) {
    const says = said?.summary;
    const fact = operation.summary ?? 'no summary';
    if (said === undefined || (operation.summary !== null && says === undefined)) emitter('summaries')(fact, 'missing');
    else
      emitter('summaries')(
        fact,
        (
          operation.summary === null
            ? says === undefined || says === said?.operationId
            : plain(says ?? '') === plain(operation.summary)
        )
          ? 'right'
          : 'wrong',
        says,
      );
  }
  return atoms;
};

export const count = (operation: Operation): number => atomsOf(operation, null).length;
