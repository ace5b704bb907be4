import type { AuthorFrame } from '@taproot/core/internal';
import { reasonOf } from '@taproot/core/internal';
import type { api } from './compiler-modules.ts';
import { notesOf } from './doc-tags.ts';
import { inOrder } from './member-order.ts';
import type { Session } from './session.ts';
import { noArguments, type TypeArguments } from './type-arguments.ts';
import { TypeNames } from './type-names.ts';
import type { NamedShape, ShapeMember, ShapeNotes, TypeShape } from './type-shape.ts';

const absent: TypeShape = { kind: 'absent' };
const unknown: TypeShape = { kind: 'unknown' };

/** Objects of the language that JSON writes as `{}`, or as an object of numbers. */
const opaque =
  /^(?:Map|Set|Weak\w+|Promise(?:Like)?|RegExp|(?:Shared)?ArrayBuffer|DataView|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array|Error|Blob|File|FormData|Headers|URLSearchParams|\w*Stream|\w*Iterator|(?:Async)?Generator)$/;

/** How many instances of one generic type may lie in each other while its arguments grow. */
const growth = 4;

/** How deep types may lie in each other. */
const depth = 150;

/** A type that is being read. */
interface Reading {
  readonly symbol: api.Symbol | undefined;
  /** Depth of its type arguments. */
  readonly arguments: number;
  /** Whether it contains itself. */
  isUsed: boolean;
}

interface Kept {
  readonly shape: TypeShape;
  /** Whether it contains a type parameter whose type is not known. */
  readonly isOpen: boolean;
}

/** Types as JSON writes them. Each type is read once. Named types, and types that contain themselves, are components. */
export class Shapes {
  readonly #session: Session;
  readonly #names: TypeNames;
  readonly #kept = new Map<string, Kept>();
  readonly #named = new Map<string, NamedShape>();
  readonly #reading = new Map<string, Reading>();
  /** Whether the type that is being read has an unknown type parameter. */
  #isOpen = false;

  constructor(session: Session) {
    this.#session = session;
    this.#names = new TypeNames(session);
  }

  named(id: string): NamedShape {
    const found = this.#named.get(id);
    if (found === undefined) throw new TypeError(`No type has the id ${id}.`);
    return found;
  }

  /** @param given the types of type parameters, in the code of a generic function */
  of(type: api.Type, given = noArguments): TypeShape {
    return this.read(type, given).shape;
  }

  /** A shape, and whether it depends on a type parameter that `given` does not have. */
  read(type: api.Type, given = noArguments): Kept {
    const outer = this.#isOpen;
    this.#isOpen = false;
    const shape = this.#of(type, given);
    const kept = { shape, isOpen: this.#isOpen };
    this.#isOpen ||= outer;
    return kept;
  }

  #of(type: api.Type, outer: TypeArguments): TypeShape {
    const given = outer.key === '' || !this.#names.mayBeGeneric(type) ? noArguments : outer;
    const id = given.key === '' ? String(type.id) : `${type.id} ${given.key}`;
    const known = this.#kept.get(id);
    if (known !== undefined) {
      this.#isOpen ||= known.isOpen;
      return known.shape;
    }
    const ref: TypeShape = { kind: 'ref', id };
    const open = this.#reading.get(id);
    if (open !== undefined) {
      open.isUsed = true;
      return ref;
    }
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    const { symbol, isPlain } = this.#names.of(type);
    const reading: Reading = { symbol, arguments: this.#names.argumentDepth(type), isUsed: false };
    // In a circle of types, another one than a union without a name is the component.
    if (symbol !== undefined || !type.isUnionType()) this.#reading.set(id, reading);
    const read = this.#grows(reading) ? grown(this.#names.text(type, given)) : this.#guarded(type, id, given);
    this.#reading.delete(id);
    const { kind } = read.kind === 'gap' && read.known !== undefined ? read.known : read;
    const isNamed = reading.isUsed || (isPlain && (kind === 'object' || kind === 'union'));
    if (isNamed) this.#name(type, id, given, read);
    const shape = isNamed ? ref : read;
    this.#kept.set(id, { shape, isOpen: this.#isOpen });
    this.#isOpen ||= wasOpen;
    return shape;
  }

  /** A failure of the compiler, or of this reader, is a gap at this one type. */
  #guarded(type: api.Type, id: string, given: TypeArguments): TypeShape {
    try {
      const shape = this.#read(type, given);
      // A class whose `toJSON()` returns itself.
      return shape.kind === 'ref' && shape.id === id ? unknown : shape;
    } catch (error) {
      return {
        kind: 'gap',
        message: `the type ${this.#names.text(type, given)} cannot be read: ${reasonOf(error)}`,
        fix: 'Correct what npx tsc reports; if it reports nothing, write the type in a simpler way',
      };
    }
  }

  /** Whether a type contains itself with ever larger arguments: `Grow<string>` has a `Grow<string[]>`. */
  #grows({ symbol, arguments: own }: Reading): boolean {
    if (this.#reading.size > depth) return true;
    if (symbol === undefined || own === 0) return false;
    const same = [...this.#reading.values()].filter((each) => each.symbol === symbol && each.arguments < own);
    return same.length >= growth;
  }

  #name(type: api.Type, id: string, given: TypeArguments, shape: TypeShape): void {
    const { symbol } = this.#names.of(type);
    const notes = symbol === undefined ? silent : this.#notes(symbol, shape);
    const place = this.#placeOf(symbol);
    this.#named.set(id, { name: this.#names.component(type, given), ...notes, place, shape });
  }

  #notes(symbol: api.Symbol, shape: TypeShape): ShapeNotes {
    const { cache, owners } = this.#session;
    const tags = cache.tagsOf(symbol);
    const doc = cache.docOf(symbol);
    if (tags.length === 0) return { ...silent, doc };
    return notesOf({ doc, tags, isOwn: owners.of(this.#session.fileOf(symbol)).kind === 'application' }, shape);
  }

  /** The shape of a member without undefined, and whether the member may be missing. */
  optional(type: api.Type, symbol: api.Symbol, given = noArguments): { shape: TypeShape; optional: boolean } {
    const marked = (symbol.flags & this.#session.api.SymbolFlags.Optional) !== 0;
    const shape = this.#of(type, given);
    if (shape.kind !== 'union') return { shape, optional: marked };
    const present = shape.of.filter(({ kind }) => kind !== 'absent');
    return { shape: unionOf(present), optional: marked || present.length < shape.of.length };
  }

  #placeOf(symbol: api.Symbol | undefined): AuthorFrame {
    const node = symbol?.declarations[0]?.resolve();
    return node === undefined ? { file: '', line: 1, column: 1 } : this.#session.placeOf(node);
  }

  #read(type: api.Type, given: TypeArguments): TypeShape {
    const { api: ts } = this.#session;
    const is = (flag: number): boolean => (type.flags & flag) !== 0;
    const { TypeFlags } = ts;
    if (is(TypeFlags.Any)) return anything;
    if (is(TypeFlags.Unknown | TypeFlags.NonPrimitive)) return unknown;
    if (is(TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never | TypeFlags.ESSymbolLike)) return absent;
    if (is(TypeFlags.Null)) return { kind: 'null' };
    if (is(TypeFlags.BigIntLike)) return this.#misfit(type);
    if (type.isUnionType()) return unionOf(type.getTypes().map((member) => this.#of(member, given)));
    if (type.isLiteralType() && typeof type.value !== 'bigint') return { kind: 'literal', value: type.value };
    if (type.isTemplateLiteralType()) return this.#template(type);
    if (is(TypeFlags.StringLike)) return { kind: 'string' };
    if (is(TypeFlags.NumberLike)) return { kind: 'number' };
    if (is(TypeFlags.BooleanLike)) return { kind: 'boolean' };
    if (type.isIntersectionType()) return this.#intersection(type, given);
    if (type.isTypeParameter() || !type.isObjectType()) return this.#parameter(type, given);
    return this.#structure(type, given);
  }

  #misfit(type: api.Type): TypeShape {
    return {
      kind: 'gap',
      message: `JSON has no ${this.#session.checker.typeToString(type)}`,
      fix: 'Turn it into a string, a number, a list or a plain object before it is sent',
    };
  }

  #intersection(type: api.IntersectionType, given: TypeArguments): TypeShape {
    const { TypeFlags } = this.#session.api;
    const members = type.getTypes();
    const primitive = members.find(({ flags }) => (flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) !== 0);
    if (primitive !== undefined) return this.#of(primitive, given);
    if (!members.some(({ flags }) => (flags & TypeFlags.Instantiable) !== 0)) return this.#object(type, given);
    // The compiler knows the members of `Item & { n: number }` only by the constraint of `Item`.
    if (members.some(({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0)) return absent;
    const parts = members.map((member) => unionOf(this.#alternatives(this.#of(member, given)))).filter(isNotEmpty);
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const objects = parts.flatMap((part) => this.#asObject(part) ?? []);
    if (objects.length === 0 || objects.length < parts.length)
      return unknownParameter(this.#names.text(type, given), this.#object(type, given));
    const all = new Map(objects.flatMap((part) => part.members.map((member) => [member.name, member] as const)));
    return {
      kind: 'object',
      members: [...all.values()],
      open: objects.find(({ open }) => open !== null)?.open ?? null,
    };
  }

  /** The alternatives of a shape besides null: `Item & {}` is an `Item` that exists. */
  #alternatives(shape: TypeShape): readonly TypeShape[] {
    const all = shape.kind === 'union' ? shape.of : [shape];
    return all.filter(({ kind }) => kind !== 'null' && kind !== 'absent');
  }

  #asObject(shape: TypeShape): Extract<TypeShape, { kind: 'object' }> | undefined {
    const named = shape.kind === 'ref' ? this.#named.get(shape.id)?.shape : shape;
    const found = named?.kind === 'gap' ? named.known : named;
    return found?.kind === 'object' ? found : undefined;
  }

  /** A type parameter, or a type that depends on one: what the call says of it, or its constraint. */
  #parameter(type: api.Type, given: TypeArguments): TypeShape {
    // `await find()` of a `Promise<Item>` is an `Awaited<Item>`.
    const [waited] = type.getAliasSymbol()?.name === 'Awaited' ? type.getAliasTypeArguments() : [];
    const found = given.of.get((waited ?? type).id);
    if (found !== undefined) {
      const types = waited === undefined ? found.types : found.types.flatMap((each) => this.#session.resultsOf(each));
      return unionOf(types.map((each) => this.#of(each, found.given)));
    }
    const isThis = type.isTypeParameter() && type.isThisType === true;
    this.#isOpen ||= !isThis;
    const constraint = this.#session.checker.getBaseConstraintOfType(type);
    const shape = constraint === undefined || constraint.id === type.id ? unknown : this.#of(constraint, given);
    return isThis ? shape : unknownParameter(this.#session.checker.typeToString(type), shape);
  }

  #structure(type: api.ObjectType, given: TypeArguments): TypeShape {
    const { cache, api: ts, owners } = this.#session;
    const symbol = type.getSymbol();
    const ofLanguage = symbol !== undefined && owners.of(this.#session.fileOf(symbol)).kind === 'language';
    if (ofLanguage && symbol.name === 'Date') return { kind: 'date' };
    if (ofLanguage && opaque.test(symbol.name)) return this.#misfit(type);
    const toJson = this.#session.memberOf(type, 'toJSON');
    const written = toJson && this.#session.returnOf(toJson);
    if (written !== undefined) return this.#of(written, given);
    if (cache.isTuple(type) && type.isTypeReference()) return this.#tuple(type, given);
    if (cache.isList(type) && type.isTypeReference()) {
      const [entry] = cache.argumentsOf(type);
      if (entry !== undefined && (entry.flags & ts.TypeFlags.Never) !== 0) return emptyList;
      return { kind: 'array', of: entry === undefined ? unknown : this.#entry(entry, given) };
    }
    const called =
      cache.signaturesOf(type, ts.SignatureKind.Call).length +
      cache.signaturesOf(type, ts.SignatureKind.Construct).length;
    if (called > 0) return absent;
    const shape = this.#object(type, given);
    return this.#session.isInstance(type) && shape.kind === 'object' ? instance(symbol?.name ?? '', shape) : shape;
  }

  /** In lists, JSON writes null for values that it cannot express. */
  #entry(type: api.Type, given: TypeArguments): TypeShape {
    const shape = this.#of(type, given);
    if (shape.kind === 'absent') return { kind: 'null' };
    if (shape.kind !== 'union') return shape;
    return unionOf(shape.of.map((member) => (member.kind === 'absent' ? { kind: 'null' } : member)));
  }

  #tuple(type: api.TypeReference, given: TypeArguments): TypeShape {
    const { ElementFlags } = this.#session.api;
    const target = type.getTarget();
    const flags = target.isTupleType() ? target.elementFlags : [];
    const entries = this.#session.cache.argumentsOf(type).map((entry) => this.#entry(entry, given));
    const fixed = entries.filter((_, i) => ((flags[i] ?? 0) & ElementFlags.Variable) === 0);
    const rest = entries.find((_, i) => ((flags[i] ?? 0) & ElementFlags.Variable) !== 0) ?? null;
    const required = flags.filter((flag) => (flag & ElementFlags.Required) !== 0).length;
    return { kind: 'tuple', of: fixed, required, rest };
  }

  #object(type: api.Type, given: TypeArguments): TypeShape {
    const { cache, checker } = this.#session;
    const properties = [...cache.propertiesOf(type).values()];
    if (properties.some((symbol) => this.#isStack(symbol))) return this.#misfit(type);
    const symbols = inOrder(
      this.#session,
      type,
      properties.filter((symbol) => this.#isWritten(symbol)),
    );
    const types = cache.typesOf(symbols);
    const members: ShapeMember[] = [];
    for (const [i, symbol] of symbols.entries()) {
      const member = types[i];
      if (member === undefined) continue;
      const { shape, optional } = this.optional(member, symbol, given);
      if (shape.kind === 'absent') continue;
      const isWhole = cache.tagsOf(symbol).some(({ name }) => name === 'integer');
      members.push({
        name: symbol.name,
        ...this.#notes(symbol, shape),
        optional,
        shape: isWhole ? whole(shape) : shape,
      });
    }
    const [index] = checker.getIndexInfosOfType(type);
    if (properties.length === 0 && index === undefined && this.#names.isMappedOfParameter(type)) {
      this.#isOpen = true;
      return unknownParameter(checker.typeToString(type), unknown);
    }
    return { kind: 'object', members, open: index === undefined ? null : this.#of(index.valueType, given) };
  }

  /** Whether a member is the stack of an error. JSON writes neither the message nor the stack. */
  #isStack(symbol: api.Symbol): boolean {
    return symbol.name === 'stack' && this.#session.owners.of(this.#session.fileOf(symbol)).kind === 'language';
  }

  /** Whether JSON writes a member. It leaves out symbols, private names, and methods and accessors of classes. */
  #isWritten(symbol: api.Symbol): boolean {
    const { SymbolFlags } = this.#session.api;
    if (symbol.escapedName.startsWith('__@') || symbol.escapedName.startsWith('__#') || symbol.name.startsWith('#'))
      return false;
    if ((symbol.flags & (SymbolFlags.Method | SymbolFlags.Prototype)) !== 0) return false;
    if ((symbol.flags & SymbolFlags.Accessor) === 0) return true;
    return ((symbol.getParent()?.flags ?? 0) & SymbolFlags.Class) === 0;
  }

  #template(type: api.TemplateLiteralType): TypeShape {
    const { TypeFlags } = this.#session.api;
    const holes = type
      .getTypes()
      .map(({ flags }) => ((flags & TypeFlags.NumberLike) === 0 ? '.*' : String.raw`-?\d+(?:\.\d+)?`));
    const texts = type.texts.map((text) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`));
    return { kind: 'template', pattern: `^${texts.map((text, i) => text + (holes[i] ?? '')).join('')}$` };
  }
}

const emptyList: TypeShape = { kind: 'tuple', of: [], required: 0, rest: null };

const silent: ShapeNotes = { doc: '', keywords: {}, faults: [] };

const anything: TypeShape = {
  kind: 'gap',
  message: 'a value of the type any, of which the document can say nothing',
  fix: 'Give it its type, or the type unknown if any JSON may be sent',
};

const unknownParameter = (name: string, known: TypeShape): TypeShape => ({
  kind: 'gap',
  known,
  message: `the type ${name} of a generic function or class, which no call says`,
  fix: 'Return the response from the generic function without declaring its type, or say it with replies of meta({ openapi })',
});

/** Development and tests refuse to send the objects of a class; production sends every member of them. */
const instance = (name: string, known: TypeShape): TypeShape => ({
  kind: 'gap',
  known,
  message: `an instance of the class ${name} without toJSON(), which development answers with 500`,
  fix: 'Send a plain object with the fields that clients may see, { id: user.id }, or give the class a toJSON()',
});

const grown = (name: string): TypeShape => ({
  kind: 'gap',
  message: `the type ${name} contains itself with ever larger type arguments`,
  fix: 'Write a type that contains itself with the same arguments',
});

/** Whether a part of an intersection says something: `{}` does not. */
const isNotEmpty = (shape: TypeShape): boolean =>
  shape.kind !== 'object' || shape.members.length > 0 || shape.open !== null;

/** Numbers as integers. */
const whole = (shape: TypeShape): TypeShape => {
  if (shape.kind === 'number') return { kind: 'integer' };
  return shape.kind === 'union' ? { ...shape, of: shape.of.map(whole) } : shape;
};

/** A union, flat and without repetition; true and false together are boolean. The type of `[]` says nothing beside that of a list. */
export const unionOf = (shapes: readonly TypeShape[]): TypeShape => {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  const seen = new Map(flat.map((shape) => [JSON.stringify(shape), shape]));
  if (flat.some(({ kind }) => kind === 'array')) seen.delete(JSON.stringify(emptyList));
  const has = (value: boolean): boolean => seen.has(JSON.stringify({ kind: 'literal', value }));
  if (has(true) && has(false)) {
    for (const value of [true, false]) seen.delete(JSON.stringify({ kind: 'literal', value }));
    seen.set('boolean', { kind: 'boolean' });
  }
  const of = [...seen.values()];
  const [only = absent] = of;
  return of.length < 2 ? only : { kind: 'union', of };
};
