import type { AuthorFrame } from '@taproot/core/internal';
import type * as api from 'typescript/unstable/sync';
import type { Session } from './session.ts';
import type { NamedShape, ShapeMember, TypeShape } from './type-shape.ts';

const absent: TypeShape = { kind: 'absent' };

/** JSON writes `{}` for these. */
const opaque = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'RegExp', 'ArrayBuffer', 'SharedArrayBuffer']);

/** Types as JSON writes them. Each type is read once, and named types are cached by their id. */
export class Shapes {
  readonly #session: Session;
  readonly #made = new Map<number, TypeShape>();
  readonly #named = new Map<string, NamedShape>();

  constructor(session: Session) {
    this.#session = session;
  }

  named(id: string): NamedShape {
    const found = this.#named.get(id);
    if (found === undefined) throw new TypeError(`No type has the id ${id}.`);
    return found;
  }

  of(type: api.Type): TypeShape {
    const known = this.#made.get(type.id);
    if (known !== undefined) return known;
    const symbol = this.#nameOf(type);
    if (symbol === undefined) return this.#keep(type, this.#read(type));
    const id = String(type.id);
    const ref: TypeShape = { kind: 'ref', id };
    // Stored first, because the type may contain itself.
    this.#made.set(type.id, ref);
    const shape = this.#read(type);
    if (!['object', 'union'].includes(shape.kind)) return this.#keep(type, shape);
    const doc = this.#session.cache.docOf(symbol);
    this.#named.set(id, { name: symbol.name, doc, place: this.#placeOf(symbol), shape });
    return ref;
  }

  /** The shape of a member without undefined, and whether the member may be missing. */
  optional(type: api.Type, symbol?: api.Symbol): { readonly shape: TypeShape; readonly optional: boolean } {
    const marked = symbol !== undefined && (symbol.flags & this.#session.api.SymbolFlags.Optional) !== 0;
    const shape = this.of(type);
    if (shape.kind !== 'union') return { shape, optional: marked };
    const wrappers = shape.of.filter(({ kind }) => kind !== 'absent');
    return { shape: unionOf(wrappers), optional: marked || wrappers.length < shape.of.length };
  }

  #keep(type: api.Type, shape: TypeShape): TypeShape {
    this.#made.set(type.id, shape);
    return shape;
  }

  #placeOf(symbol: api.Symbol): AuthorFrame {
    const node = symbol.declarations[0]?.resolve();
    return node === undefined ? { file: '', line: 1, column: 1 } : this.#session.placeOf(node);
  }

  /** The symbol that names a type in the document: an alias, an interface or a class without parameters. */
  #nameOf(type: api.Type): api.Symbol | undefined {
    const { owners, api: ts } = this.#session;
    const alias = type.getAliasSymbol();
    if (alias !== undefined)
      return owners.of(this.#session.fileOf(alias)).kind === 'language' || type.getAliasTypeArguments().length > 0
        ? undefined
        : alias;
    if (!type.isObjectType() || (type.objectFlags & ts.ObjectFlags.ClassOrInterface) === 0) return undefined;
    const symbol = type.getSymbol();
    if (symbol === undefined || !/^[A-Z_a-z]/.test(symbol.name) || symbol.name.startsWith('__')) return undefined;
    return owners.of(this.#session.fileOf(symbol)).kind === 'language' ? undefined : symbol;
  }

  #read(type: api.Type): TypeShape {
    const { checker, api: ts } = this.#session;
    const is = (flag: number): boolean => (type.flags & flag) !== 0;
    const { TypeFlags } = ts;
    if (is(TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return { kind: 'unknown' };
    if (is(TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never | TypeFlags.ESSymbolLike)) return absent;
    if (is(TypeFlags.Null)) return { kind: 'null' };
    if (is(TypeFlags.BigIntLike)) return { kind: 'misfit', type: checker.typeToString(type) };
    if (type.isUnionType()) return unionOf(type.getTypes().map((member) => this.of(member)));
    if (type.isLiteralType() && typeof type.value !== 'bigint') return { kind: 'literal', value: type.value };
    if (type.isTemplateLiteralType()) return this.#template(type);
    if (is(TypeFlags.StringLike)) return { kind: 'string' };
    if (is(TypeFlags.NumberLike)) return { kind: 'number' };
    if (is(TypeFlags.BooleanLike)) return { kind: 'boolean' };
    if (type.isIntersectionType()) {
      const primitive = type
        .getTypes()
        .find(({ flags }) => (flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) !== 0);
      return primitive === undefined ? this.#object(type) : this.of(primitive);
    }
    if (type.isTypeParameter() || !type.isObjectType()) {
      const constraint = checker.getBaseConstraintOfType(type);
      return constraint === undefined || constraint.id === type.id ? { kind: 'unknown' } : this.of(constraint);
    }
    return this.#structure(type);
  }

  #structure(type: api.ObjectType): TypeShape {
    const { cache, checker, api: ts, owners } = this.#session;
    const symbol = type.getSymbol();
    const ofLanguage = symbol !== undefined && owners.of(this.#session.fileOf(symbol)).kind === 'language';
    if (ofLanguage && symbol.name === 'Date') return { kind: 'date' };
    if (ofLanguage && opaque.has(symbol.name)) return { kind: 'misfit', type: checker.typeToString(type) };
    const toJson = this.#session.memberOf(type, 'toJSON');
    const written = toJson && this.#session.returnOf(toJson);
    if (written !== undefined) return this.of(written);
    if (cache.isTuple(type) && type.isTypeReference()) return this.#tuple(type);
    if (cache.isList(type) && type.isTypeReference()) {
      const [entry] = cache.argumentsOf(type);
      return { kind: 'array', of: entry === undefined ? { kind: 'unknown' } : this.#entry(entry) };
    }
    const called =
      cache.signaturesOf(type, ts.SignatureKind.Call).length +
      cache.signaturesOf(type, ts.SignatureKind.Construct).length;
    return called > 0 ? absent : this.#object(type);
  }

  /** In lists, JSON writes null for values that it cannot express. */
  #entry(type: api.Type): TypeShape {
    const shape = this.of(type);
    if (shape.kind === 'absent') return { kind: 'null' };
    if (shape.kind !== 'union') return shape;
    return unionOf(shape.of.map((member) => (member.kind === 'absent' ? { kind: 'null' } : member)));
  }

  #tuple(type: api.TypeReference): TypeShape {
    const { ElementFlags } = this.#session.api;
    const target = type.getTarget();
    const flags = target.isTupleType() ? target.elementFlags : [];
    const entries = this.#session.cache.argumentsOf(type).map((entry) => this.#entry(entry));
    const fixed = entries.filter((_, i) => ((flags[i] ?? 0) & ElementFlags.Variable) === 0);
    const rest = entries.find((_, i) => ((flags[i] ?? 0) & ElementFlags.Variable) !== 0) ?? null;
    const required = flags.filter((flag) => (flag & ElementFlags.Required) !== 0).length;
    return { kind: 'tuple', of: fixed, required, rest };
  }

  #object(type: api.Type): TypeShape {
    const { cache, checker } = this.#session;
    const properties = [...cache.propertiesOf(type).values()];
    const symbols = this.#ordered(properties.filter((symbol) => this.#isWritten(symbol)));
    const types = cache.typesOf(symbols);
    const members: ShapeMember[] = [];
    for (const [i, symbol] of symbols.entries()) {
      const member = types[i];
      if (member === undefined) continue;
      const { shape, optional } = this.optional(member, symbol);
      if (shape.kind === 'absent') continue;
      members.push({ name: symbol.name, doc: cache.docOf(symbol), optional, shape });
    }
    const [index] = checker.getIndexInfosOfType(type);
    return { kind: 'object', members, open: index === undefined ? null : this.of(index.valueType) };
  }

  /**
   * Computed members, such as those of a mapped type, have a different order in each version. They are sorted by name.
   */
  #ordered(symbols: readonly api.Symbol[]): readonly api.Symbol[] {
    const isComputed = ({ flags }: api.Symbol): boolean => (flags & this.#session.api.SymbolFlags.Transient) !== 0;
    const computed = symbols.filter(isComputed).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return symbols.map((symbol) => (isComputed(symbol) ? (computed.shift() ?? symbol) : symbol));
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

/** A union, flat and without repetition; true and false together are boolean. */
export const unionOf = (shapes: readonly TypeShape[]): TypeShape => {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  const seen = new Map(flat.map((shape) => [JSON.stringify(shape), shape]));
  const has = (value: boolean): boolean => seen.has(JSON.stringify({ kind: 'literal', value }));
  if (has(true) && has(false)) {
    for (const value of [true, false]) seen.delete(JSON.stringify({ kind: 'literal', value }));
    seen.set('boolean', { kind: 'boolean' });
  }
  const of = [...seen.values()];
  const [only = absent] = of;
  return of.length < 2 ? only : { kind: 'union', of };
};
