import type { api } from './compiler-modules.ts';
import type { Session } from './session.ts';
import type { TypeArguments } from './type-arguments.ts';

/** The symbol that names a type. */
export interface TypeName {
  readonly symbol: api.Symbol | undefined;
  /** Whether the name alone says which type it is: an alias, an interface or a class without type arguments. */
  readonly isPlain: boolean;
}

const nameless: TypeName = { symbol: undefined, isPlain: false };

/** How deep type arguments are looked at. */
const depth = 8;

/** The names of types, with those of their type arguments. */
export class TypeNames {
  readonly #session: Session;
  readonly #names = new Map<number, TypeName>();
  readonly #generic = new Map<number, boolean>();

  constructor(session: Session) {
    this.#session = session;
  }

  of(type: api.Type): TypeName {
    const known = this.#names.get(type.id) ?? this.#find(type);
    this.#names.set(type.id, known);
    return known;
  }

  #find(type: api.Type): TypeName {
    const { owners, api: ts } = this.#session;
    const isOurs = (symbol: api.Symbol): boolean => owners.of(this.#session.fileOf(symbol)).kind !== 'language';
    const alias = type.getAliasSymbol();
    if (alias !== undefined && isOurs(alias)) {
      // JSON has no undefined: the member that holds it is left out, so no component may say it.
      const mayBeMissing =
        type.isUnionType() && type.getTypes().some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
      return mayBeMissing ? nameless : { symbol: alias, isPlain: type.getAliasTypeArguments().length === 0 };
    }
    if (alias !== undefined || !type.isObjectType()) return nameless;
    const isReference = type.isTypeReference() && this.#session.cache.argumentsOf(type).length > 0;
    const isDeclared = (type.objectFlags & ts.ObjectFlags.ClassOrInterface) !== 0;
    const symbol = isReference || isDeclared ? type.getSymbol() : undefined;
    if (symbol === undefined || !/^[A-Z_a-z]/.test(symbol.name) || symbol.name.startsWith('__')) return nameless;
    return isOurs(symbol) ? { symbol, isPlain: isDeclared } : nameless;
  }

  /** The name of a component: `Tree_string` for `Tree<string>`. */
  component(type: api.Type, given: TypeArguments): string {
    const words = this.text(type, given).replaceAll('[]', '_list').split(/\W+/);
    return (
      words
        .filter((word) => word !== '')
        .join('_')
        .slice(0, 80) || 'Part'
    );
  }

  /** A type as code writes it, with the types of its type parameters. */
  text(type: api.Type, given: TypeArguments, left = depth): string {
    const found = given.of.get(type.id);
    if (found !== undefined) return found.types.map((each) => this.text(each, found.given, left - 1)).join(' | ');
    const { symbol } = this.of(type);
    if (symbol === undefined || left <= 0) return this.#listed(type, given, left);
    const types = this.#argumentsOf(type);
    if (types.length === 0) return symbol.name;
    return `${symbol.name}<${types.map((each) => this.text(each, given, left - 1)).join(', ')}>`;
  }

  #listed(type: api.Type, given: TypeArguments, left: number): string {
    const { cache, checker } = this.#session;
    const [entry] = type.isObjectType() && type.isTypeReference() && cache.isList(type) ? cache.argumentsOf(type) : [];
    return entry === undefined || left <= 0 || cache.isTuple(type)
      ? checker.typeToString(type)
      : `${this.text(entry, given, left - 1)}[]`;
  }

  #argumentsOf(type: api.Type): readonly api.Type[] {
    if (type.getAliasSymbol() !== undefined) return type.getAliasTypeArguments();
    return type.isObjectType() && type.isTypeReference() ? this.#session.cache.argumentsOf(type) : [];
  }

  /** How deep type arguments lie in each other: 2 for `Page<Post[]>`. */
  argumentDepth(type: api.Type, left = depth): number {
    const types = left <= 0 ? [] : this.#argumentsOf(type);
    return types.reduce((most, each) => Math.max(most, 1 + this.argumentDepth(each, left - 1)), 0);
  }

  /** Whether a type may contain type parameters. Those that are declared without parameters of their own do not. */
  mayBeGeneric(type: api.Type): boolean {
    const known = this.#generic.get(type.id);
    if (known !== undefined) return known;
    // For a type that contains itself.
    this.#generic.set(type.id, false);
    const found = this.#mayBeGeneric(type);
    this.#generic.set(type.id, found);
    return found;
  }

  #mayBeGeneric(type: api.Type): boolean {
    const { TypeFlags } = this.#session.api;
    if (type.isTypeParameter()) return true;
    if (type.isUnionType() || type.isIntersectionType()) {
      const alias = type.getAliasTypeArguments();
      return [...alias, ...type.getTypes()].some((each) => this.mayBeGeneric(each));
    }
    const types = this.#argumentsOf(type);
    if (types.length > 0) return types.some((each) => this.mayBeGeneric(each));
    if (!type.isObjectType()) return (type.flags & TypeFlags.Instantiable) !== 0;
    return !this.of(type).isPlain;
  }

  /** Whether a type maps the members of a type parameter, as `Partial<Item>` does; the compiler then knows none. */
  isMappedOfParameter(type: api.Type): boolean {
    const { ObjectFlags } = this.#session.api;
    if (!type.isObjectType() || (type.objectFlags & ObjectFlags.Mapped) === 0) return false;
    return type.getAliasSymbol() === undefined || this.#argumentsOf(type).some((each) => this.mayBeGeneric(each));
  }
}
