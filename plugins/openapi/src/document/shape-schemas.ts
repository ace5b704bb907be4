import { type AuthorFrame, showFrame } from '@taproot/core/internal';
import { distinct, type JsonObject, sorted } from '../json.ts';
import type { Gap, TypeReader } from '../reader/type-reader.ts';
import type { NamedShape, ShapeMember, ShapeNotes, TypeShape } from '../reader/type-shape.ts';

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
    return this.#of(shape, { place, path: '' });
  }

  /** The schema of an object with its members, also if it has a name. */
  whole(shape: TypeShape, place: AuthorFrame): JsonObject {
    return this.of(shape.kind === 'ref' ? this.#reader.named(shape.id).shape : shape, place);
  }

  #of(shape: TypeShape, at: At): JsonObject {
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
        return { type: 'array', items: this.#of(shape.of, inside(at, '[]')) };
      case 'tuple':
        return {
          type: 'array',
          ...(shape.of.length === 0
            ? {}
            : { prefixItems: shape.of.map((entry, i) => this.#of(entry, inside(at, `[${i}]`))) }),
          minItems: shape.required,
          // Tools expect `items` of every list.
          ...(shape.rest === null
            ? { items: {}, maxItems: shape.of.length }
            : { items: this.#of(shape.rest, inside(at, '[]')) }),
        };
      case 'object':
        return this.#object(shape, at);
      case 'union':
        return this.#union(shape.of, at);
      case 'ref':
        return { $ref: `#/components/schemas/${this.#name(shape.id)}` };
      case 'gap':
        this.#shapeGap(shape, at);
        return shape.known === undefined ? {} : this.#of(shape.known, at);
      case 'absent':
        return { type: 'null' };
      default:
        return {};
    }
  }

  #shapeGap({ message, fix }: { readonly message: string; readonly fix: string }, { place, path }: At): void {
    const where = path === '' ? message : `${path.replace(/^\./, '')}: ${message}`;
    this.#gap({ code: 'E_OPENAPI_SHAPE', message: where, fix, place });
  }

  #object({ members, open }: Extract<TypeShape, { kind: 'object' }>, at: At): JsonObject {
    const properties = members.map((member) => {
      const here = inside(at, `.${member.name}`);
      return [member.name, this.#described(this.#of(member.shape, here), member, here)] as const;
    });
    const required = members.filter(({ optional }) => !optional).map(({ name }) => name);
    return {
      type: 'object',
      ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(open === null ? {} : { additionalProperties: this.#of(open, inside(at, '[]')) }),
    };
  }

  /** A schema with what the doc comment of its member or type says. */
  #described(schema: JsonObject, { doc, keywords, faults }: ShapeNotes, at: At): JsonObject {
    const fix = 'Correct the tag in the doc comment, or remove it';
    for (const message of faults) this.#shapeGap({ message, fix }, at);
    return { ...schema, ...(doc === '' ? {} : { description: doc }), ...keywords };
  }

  /** Literals of one type become an enum; null is added to the type of the other members. */
  #union(shapes: readonly TypeShape[], at: At): JsonObject {
    const chosen = this.#chosen(shapes, at);
    if (chosen !== null) return chosen;
    const enums = new Map<string, (string | number | boolean)[]>();
    const others: JsonObject[] = [];
    for (const shape of shapes) {
      if (shape.kind !== 'literal') others.push(this.#of(shape, at));
      else enums.set(typeof shape.value, [...(enums.get(typeof shape.value) ?? []), shape.value]);
    }
    for (const [type, values] of enums)
      others.push(values.length === 1 ? { type, const: values[0] } : { type, enum: distinct(values) });
    return anyOf(others);
  }

  /** Objects that a member with a literal value tells apart: `{ kind: 'circle', ... } | { kind: 'square', ... }`. */
  #chosen(shapes: readonly TypeShape[], at: At): JsonObject | null {
    const objects = shapes.filter(({ kind }) => kind !== 'null');
    const propertyName = tellingMember(objects.map((shape) => this.#membersOf(shape)));
    if (propertyName === null) return null;
    const schemas = objects.map(
      (shape) => [literalIn(this.#membersOf(shape), propertyName), this.#of(shape, at)] as const,
    );
    const named = schemas.flatMap(([value, { $ref }]) => (typeof $ref === 'string' ? [[value, $ref] as const] : []));
    const mapping = named.length === schemas.length ? { mapping: sorted(named) } : {};
    const choice = { ...anyOf(schemas.map(([, schema]) => schema)), discriminator: { propertyName, ...mapping } };
    return objects.length === shapes.length ? choice : { anyOf: [choice, { type: 'null' }] };
  }

  /** The members of an object, or of a named one; null for any other shape. */
  #membersOf(shape: TypeShape): readonly ShapeMember[] | null {
    if (shape.kind === 'object') return shape.members;
    const inner = shape.kind === 'ref' ? this.#reader.named(shape.id).shape : shape.kind === 'gap' ? shape.known : null;
    return inner == null || inner.kind === 'ref' ? null : this.#membersOf(inner);
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
    const at = { place: named.place, path: name };
    component.schema = this.#described(this.#of(named.shape, at), named, at);
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

/** Where a shape is: the code that uses it, and the members on the way to it. */
interface At {
  readonly place: AuthorFrame;
  readonly path: string;
}

const inside = ({ place, path }: At, step: string): At => ({ place, path: path + step });

/** The text of a member that must be there and has one literal text; empty for any other. */
const literalIn = (members: readonly ShapeMember[] | null, name: string): string => {
  const found = members?.find((member) => member.name === name && !member.optional)?.shape;
  return found?.kind === 'literal' && typeof found.value === 'string' ? found.value : '';
};

/** The first member that has another literal text in each of several objects. */
const tellingMember = (objects: readonly (readonly ShapeMember[] | null)[]): string | null => {
  const [first] = objects;
  if (objects.length < 2 || first === undefined || first === null) return null;
  const tells = ({ name }: ShapeMember): boolean => {
    const texts = new Set(objects.map((members) => literalIn(members, name)));
    return texts.size === objects.length && !texts.has('');
  };
  return first.find(tells)?.name ?? null;
};

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
