import type { JsonObject } from '../json.ts';
import type { ClientRoute } from './client-route.ts';
import { listOf, objectOf, resolved, textOf } from './schema-node.ts';
import { alternativesOf, typesOf } from './type-text.ts';

/** A place in a body, with every schema that a value there may have. */
interface Position {
  readonly schemas: readonly JsonObject[];
  readonly members: ReadonlyMap<string, Position>;
  /** Members without a name of their own. */
  readonly rest: Position | null;
  readonly items: Position | null;
}

/** The table by which the client makes dates of strings; see `reviveDates()` of `@taproot/client`. */
export interface DateTable {
  readonly nodes: readonly DateNode[];
  /** The first node of each response with dates, by `posts.show 200`. */
  readonly replies: Readonly<Record<string, number>>;
}

/** One place: whether strings are dates (`d`), and the nodes of members (`m`), other members (`r`) and entries (`i`). */
export interface DateNode {
  readonly d?: 1;
  readonly m?: Readonly<Record<string, number>>;
  readonly r?: number;
  readonly i?: number;
}

/** The node of a named member without dates, beside other members that have some. */
const none = -1;

/**
 * The places of dates in the responses of a document. A date is a string of the format `date-time`. If another string can be in its place,
 * as in `{ at: Date } | { at: string }`, the client could not tell them apart, so both stay strings everywhere.
 */
export class DatePlaces {
  readonly #document: JsonObject;
  readonly #positions = new Map<string, Position>();
  readonly #ids = new Map<JsonObject, number>();
  /** Dates that share their place with another string. */
  readonly #kept = new Set<JsonObject>();
  readonly #roots = new Map<string, Position>();

  constructor(document: JsonObject, routes: readonly ClientRoute[]) {
    this.#document = document;
    for (const { name, replies } of routes)
      for (const { status, bodies } of replies) {
        const json = bodies.filter(({ kind }) => kind === 'j' || kind === 'e');
        if (json.length > 0) this.#roots.set(`${name} ${status}`, this.#at(json.map(({ schema }) => schema)));
      }
    let before = -1;
    while (before < this.#kept.size) {
      before = this.#kept.size;
      for (const { schemas } of this.#positions.values()) this.#keepMixed(schemas);
    }
  }

  /** Whether the client makes a `Date` of the strings of this schema. */
  readonly isDate = (schema: JsonObject): boolean => isDateTime(schema) && !this.#kept.has(schema);

  /** The table for the client; null if no response has a date. */
  table(): DateTable | null {
    const dated = this.#dated();
    const nodes: DateNode[] = [];
    const numbers = new Map<Position, number>();
    const add = (position: Position | null): number | undefined => {
      if (position === null || !dated.has(position)) return undefined;
      const known = numbers.get(position);
      if (known !== undefined) return known;
      const number = nodes.length;
      numbers.set(position, number);
      nodes.push({});
      nodes[number] = this.#node(position, add);
      return number;
    };
    const replies = [...this.#roots].flatMap(([reply, position]) => {
      const number = add(position);
      return number === undefined ? [] : [[reply, number] as const];
    });
    return replies.length === 0 ? null : { nodes, replies: Object.fromEntries(replies) };
  }

  #node(position: Position, add: (position: Position | null) => number | undefined): DateNode {
    const [rest, items] = [add(position.rest), add(position.items)];
    const isOpen = rest !== undefined || items !== undefined;
    const members = [...position.members].flatMap(([name, each]) => {
      const number = add(each) ?? (isOpen ? none : undefined);
      return number === undefined ? [] : [[name, number] as const];
    });
    return {
      ...(position.schemas.some(this.isDate) ? { d: 1 } : {}),
      ...(members.length > 0 ? { m: Object.fromEntries(members) } : {}),
      ...(rest === undefined ? {} : { r: rest }),
      ...(items === undefined ? {} : { i: items }),
    };
  }

  /** Positions from which a date can be reached. */
  #dated(): ReadonlySet<Position> {
    const dated = new Set<Position>();
    let before = -1;
    while (before < dated.size) {
      before = dated.size;
      for (const position of this.#positions.values()) {
        const below = [...position.members.values(), position.rest, position.items];
        if (position.schemas.some(this.isDate) || below.some((each) => each !== null && dated.has(each)))
          dated.add(position);
      }
    }
    return dated;
  }

  #keepMixed(schemas: readonly JsonObject[]): void {
    if (schemas.every((schema) => this.isDate(schema) || !isString(schema))) return;
    for (const schema of schemas) if (isDateTime(schema)) this.#kept.add(schema);
  }

  /** The place of a value that has one of these schemas. Equal sets are the same place, so schemas that contain themselves end. */
  #at(given: readonly JsonObject[]): Position {
    const schemas = [...new Set(given.flatMap((schema) => this.#alternatives(schema, new Set())))];
    const key = schemas
      .map((schema) => this.#idOf(schema))
      .toSorted((a, b) => a - b)
      .join(' ');
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const members = new Map<string, Position>();
    const position = { schemas, members, rest: null as Position | null, items: null as Position | null };
    this.#positions.set(key, position);
    const further = (schema: JsonObject): JsonObject[] => objectsOf(schema['additionalProperties']);
    const entries = (schema: JsonObject): JsonObject[] => objectsOf(schema['items']);
    const named = (schema: JsonObject, name: string): JsonObject[] => {
      const properties = objectOf(schema['properties']);
      if (Object.hasOwn(properties, name)) return [objectOf(properties[name])];
      const tuple = listOf(schema['prefixItems']);
      if (name in tuple) return [objectOf(tuple[Number(name)])];
      return [...further(schema), ...(/^\d+$/.test(name) ? entries(schema) : [])];
    };
    const names = schemas.flatMap((schema) => [
      ...Object.keys(objectOf(schema['properties'])),
      ...Object.keys(listOf(schema['prefixItems'])),
    ]);
    for (const name of new Set(names)) members.set(name, this.#at(schemas.flatMap((schema) => named(schema, name))));
    const rest = schemas.flatMap(further);
    if (rest.length > 0) position.rest = this.#at(rest);
    const items = schemas.flatMap(entries);
    if (items.length > 0) position.items = this.#at(items);
    return position;
  }

  #alternatives(schema: JsonObject, seen: Set<JsonObject>): JsonObject[] {
    if (seen.has(schema)) return [];
    seen.add(schema);
    if ('$ref' in schema) return this.#alternatives(resolved(this.#document, schema), seen);
    const parts = alternativesOf(schema);
    return parts.length === 0 ? [schema] : parts.flatMap((part) => this.#alternatives(part, seen));
  }

  #idOf(schema: JsonObject): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

const isString = (schema: JsonObject): boolean =>
  typesOf(schema).includes('string') ||
  typeof schema['const'] === 'string' ||
  listOf(schema['enum']).some((value) => typeof value === 'string');

const isDateTime = (schema: JsonObject): boolean =>
  textOf(schema['format']) === 'date-time' &&
  typesOf(schema).includes('string') &&
  !('const' in schema) &&
  !('enum' in schema);

const objectsOf = (value: unknown): JsonObject[] =>
  typeof value === 'object' && value !== null ? [objectOf(value)] : [];
