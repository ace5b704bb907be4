import { type AuthorFrame, showFrame } from '@taproot/core/internal';
import { distinct, type JsonObject, sorted } from '../json.ts';
import type { Gap, TypeReader } from '../reader/type-reader.ts';
import type { NamedShape, TypeShape } from '../reader/type-shape.ts';

interface Component {
  readonly id: string;
  readonly named: NamedShape;
  schema: JsonObject;
}

/** Schemas of types. Named types become components; types that JSON cannot express become gaps. */
export class ShapeSchemas {
  readonly #reader: Pick<TypeReader, 'named'>;
  readonly #gap: (gap: Gap) => void;
  readonly #names = new Map<string, string>();
  readonly #components = new Map<string, Component>();
  readonly #reserved: Readonly<Record<string, JsonObject>>;

  /** @param reserved components of the framework, whose names types cannot have */
  constructor(
    reader: Pick<TypeReader, 'named'>,
    gap: (gap: Gap) => void,
    reserved: Readonly<Record<string, JsonObject>> = {},
  ) {
    this.#reader = reader;
    this.#gap = gap;
    this.#reserved = reserved;
  }

  /** `components.schemas` for all types so far. */
  components(): Record<string, JsonObject> {
    return sorted([...this.#components].map(([name, { schema }]) => [name, schema] as const));
  }

  /** @param place the code that uses the type; gaps show it */
  of(shape: TypeShape, place: AuthorFrame): JsonObject {
    switch (shape.kind) {
      case 'string':
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return { type: shape.kind };
      case 'date':
        return { type: 'string', format: 'date-time' };
      case 'template':
        return { type: 'string', pattern: shape.pattern };
      case 'literal':
        return { type: typeof shape.value, const: shape.value };
      case 'array':
        return { type: 'array', items: this.of(shape.of, place) };
      case 'tuple':
        return {
          type: 'array',
          prefixItems: shape.of.map((entry) => this.of(entry, place)),
          minItems: shape.required,
          // Tools expect `items` of every list.
          ...(shape.rest === null ? { items: {}, maxItems: shape.of.length } : { items: this.of(shape.rest, place) }),
        };
      case 'object':
        return this.#object(shape, place);
      case 'union':
        return this.#union(shape.of, place);
      case 'ref':
        return { $ref: `#/components/schemas/${this.#name(shape.id)}` };
      case 'misfit':
        this.#gap({
          code: 'E_OPENAPI_SHAPE',
          message: `JSON has no ${shape.type}`,
          fix: 'Turn it into a string, a number, a list or a plain object before it is sent',
          place,
        });
        return {};
      case 'absent':
        return { type: 'null' };
      default:
        return {};
    }
  }

  #object({ members, open }: Extract<TypeShape, { kind: 'object' }>, place: AuthorFrame): JsonObject {
    const properties = members.map(
      ({ name, doc, shape }) => [name, this.#described(this.of(shape, place), doc)] as const,
    );
    const required = members.filter(({ optional }) => !optional).map(({ name }) => name);
    return {
      type: 'object',
      ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(open === null ? {} : { additionalProperties: this.of(open, place) }),
    };
  }

  #described(schema: JsonObject, doc: string): JsonObject {
    return doc === '' ? schema : { ...schema, description: doc };
  }

  /** Literals of one type become an enum; null is added to the type of the other members. */
  #union(shapes: readonly TypeShape[], place: AuthorFrame): JsonObject {
    const enums = new Map<string, (string | number | boolean)[]>();
    const others: JsonObject[] = [];
    for (const shape of shapes) {
      if (shape.kind !== 'literal') others.push(this.of(shape, place));
      else enums.set(typeof shape.value, [...(enums.get(typeof shape.value) ?? []), shape.value]);
    }
    for (const [type, values] of enums)
      others.push(values.length === 1 ? { type, const: values[0] } : { type, enum: distinct(values) });
    return anyOf(others);
  }

  #name(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const named = this.#reader.named(id);
    const taken = this.#components.get(named.name);
    let name = named.name;
    const isTaken = (wanted: string): boolean => this.#components.has(wanted) || Object.hasOwn(this.#reserved, wanted);
    for (let i = 2; isTaken(name); i++) name = `${named.name}${i}`;
    this.#names.set(id, name);
    const component: Component = { id, named, schema: {} };
    this.#components.set(name, component);
    component.schema = this.#described(this.of(named.shape, named.place), named.doc);
    if (Object.hasOwn(this.#reserved, named.name)) this.#reservedClash(name, named);
    else if (taken !== undefined) this.#clash(name, component, taken);
    return this.#names.get(id) ?? name;
  }

  #reservedClash(name: string, named: NamedShape): void {
    this.#gap({
      code: 'E_OPENAPI_NAME',
      message: `The type ${named.name}, here called ${name}, has the name of a component of the framework`,
      fix: 'Rename it',
      place: named.place,
    });
  }

  /** Two types with the same name and the same schema are one component. */
  #clash(name: string, { id, named, schema }: Component, taken: Component): void {
    if (JSON.stringify(schema) === JSON.stringify(taken.schema)) {
      this.#components.delete(name);
      this.#names.set(id, taken.named.name);
      return;
    }
    this.#gap({
      code: 'E_OPENAPI_NAME',
      message: `Two types have the name ${named.name}: this one, here called ${name}, and that at ${showFrame(taken.named.place)}`,
      fix: 'Rename one of them',
      place: named.place,
    });
  }
}

/** A schema that accepts a value if one of these does. */
export const anyOf = (schemas: readonly JsonObject[]): JsonObject => {
  const all = distinct(schemas) as JsonObject[];
  const [only = {}] = all;
  if (all.length < 2) return only;
  if (all.some((schema) => Object.keys(schema).length === 0)) return {};
  const rest = all.filter(({ type }) => type !== 'null');
  const [other = {}] = rest;
  if (all.length - rest.length === 1 && rest.length === 1 && typeof other['type'] === 'string') {
    if ('const' in other) return { type: [other['type'], 'null'], enum: [other['const'], null] };
    const values = other['enum'];
    return { ...other, type: [other['type'], 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
  }
  const simple = all.every((schema) => Object.keys(schema).length === 1 && typeof schema['type'] === 'string');
  return simple ? { type: all.map(({ type }) => type) } : { anyOf: all };
};
