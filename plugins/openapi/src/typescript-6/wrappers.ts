import type ts from '@typescript/typescript6';

type Classic = typeof ts;

/** Members that every release of TypeScript 6 has, although its declarations leave them out. */
interface Inner {
  readonly id: number;
  readonly intrinsicName?: string;
  readonly isThisType?: boolean;
}

/** A node that is resolved on demand, as in TypeScript 7. */
interface Handle {
  readonly path: string;
  /** Grows with the position in the file. */
  readonly index: number;
  readonly resolve: () => ts.Node;
}

const handleOf = (node: ts.Node): Handle => ({
  path: node.getSourceFile().fileName,
  index: node.pos,
  resolve: () => node,
});

/** The types, symbols and signatures in use, with one object for each, as in TypeScript 7. */
export class Wrappers {
  readonly ts: Classic;
  readonly #types = new Map<ts.Type, Type>();
  readonly #symbols = new Map<ts.Symbol, Symbol6>();

  constructor(classic: Classic) {
    this.ts = classic;
  }

  type(raw: ts.Type): Type {
    const made = this.#types.get(raw) ?? new Type(raw, this);
    this.#types.set(raw, made);
    return made;
  }

  symbol(raw: ts.Symbol | undefined): Symbol6 | undefined {
    return raw && this.known(raw);
  }

  known(raw: ts.Symbol): Symbol6 {
    const made = this.#symbols.get(raw) ?? new Symbol6(raw, this);
    this.#symbols.set(raw, made);
    return made;
  }

  signature(raw: ts.Signature): Signature {
    return { raw, declaration: raw.declaration && handleOf(raw.declaration) };
  }
}

/** A signature of a function. */
export interface Signature {
  readonly raw: ts.Signature;
  readonly declaration: Handle | undefined;
}

/** A symbol with the members of TypeScript 7. */
export class Symbol6 {
  readonly raw: ts.Symbol;
  readonly #wrappers: Wrappers;

  constructor(raw: ts.Symbol, wrappers: Wrappers) {
    this.raw = raw;
    this.#wrappers = wrappers;
  }

  get name(): string {
    return this.raw.name;
  }

  get escapedName(): string {
    return String(this.raw.escapedName);
  }

  get flags(): ts.SymbolFlags {
    return this.raw.flags;
  }

  get declarations(): readonly Handle[] {
    return (this.raw.declarations ?? []).map(handleOf);
  }

  get valueDeclaration(): Handle | undefined {
    return this.raw.valueDeclaration && handleOf(this.raw.valueDeclaration);
  }

  getParent(): Symbol6 | undefined {
    return this.#wrappers.symbol((this.raw as { readonly parent?: ts.Symbol }).parent);
  }
}

/** A type with the members of TypeScript 7. */
export class Type {
  readonly raw: ts.Type;
  readonly #wrappers: Wrappers;

  constructor(raw: ts.Type, wrappers: Wrappers) {
    this.raw = raw;
    this.#wrappers = wrappers;
  }

  get id(): number {
    return (this.raw as ts.Type & Inner).id;
  }

  get flags(): ts.TypeFlags {
    return this.raw.flags;
  }

  get objectFlags(): ts.ObjectFlags {
    return (this.raw as ts.ObjectType).objectFlags;
  }

  get elementFlags(): readonly ts.ElementFlags[] {
    return (this.raw as ts.TupleType).elementFlags;
  }

  get texts(): readonly string[] {
    return (this.raw as ts.TemplateLiteralType).texts;
  }

  get isThisType(): boolean | undefined {
    return (this.raw as ts.Type & Inner).isThisType;
  }

  /** The value of a literal type. */
  get value(): string | number | boolean | bigint {
    if (this.#is(this.#wrappers.ts.TypeFlags.BooleanLiteral))
      return (this.raw as ts.Type & Inner).intrinsicName === 'true';
    const { value } = this.raw as ts.LiteralType;
    return typeof value === 'object' ? BigInt(value.base10Value) : value;
  }

  getTypes(): readonly Type[] {
    return (this.raw as ts.UnionType).types.map((each) => this.#wrappers.type(each));
  }

  getTarget(): Type {
    return this.#wrappers.type((this.raw as ts.TypeReference).target);
  }

  getSymbol(): Symbol6 | undefined {
    // The declared type is wrong: the result is undefined without a symbol.
    return this.#wrappers.symbol(this.raw.getSymbol());
  }

  getAliasSymbol(): Symbol6 | undefined {
    return this.#wrappers.symbol(this.raw.aliasSymbol);
  }

  getAliasTypeArguments(): readonly Type[] {
    return (this.raw.aliasTypeArguments ?? []).map((each) => this.#wrappers.type(each));
  }

  isUnionType(): boolean {
    return this.raw.isUnion();
  }

  isIntersectionType(): boolean {
    return this.raw.isIntersection();
  }

  isLiteralType(): boolean {
    const { StringLiteral, NumberLiteral, BooleanLiteral, BigIntLiteral } = this.#wrappers.ts.TypeFlags;
    return this.#is(StringLiteral | NumberLiteral | BooleanLiteral | BigIntLiteral);
  }

  isTemplateLiteralType(): boolean {
    return this.#is(this.#wrappers.ts.TypeFlags.TemplateLiteral);
  }

  isObjectType(): boolean {
    return this.#is(this.#wrappers.ts.TypeFlags.Object);
  }

  isTypeParameter(): boolean {
    return this.#is(this.#wrappers.ts.TypeFlags.TypeParameter);
  }

  isClassOrInterface(): boolean {
    return this.isObjectType() && (this.objectFlags & this.#wrappers.ts.ObjectFlags.ClassOrInterface) !== 0;
  }

  isTypeReference(): boolean {
    return this.isObjectType() && (this.objectFlags & this.#wrappers.ts.ObjectFlags.Reference) !== 0;
  }

  isTupleType(): boolean {
    return this.isObjectType() && (this.objectFlags & this.#wrappers.ts.ObjectFlags.Tuple) !== 0;
  }

  isErrorType(): boolean {
    return this.#is(this.#wrappers.ts.TypeFlags.Any) && (this.raw as ts.Type & Inner).intrinsicName === 'error';
  }

  #is(flags: ts.TypeFlags): boolean {
    return (this.raw.flags & flags) !== 0;
  }
}
