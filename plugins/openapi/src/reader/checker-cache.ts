import type { api, ast, Checker, CompilerModules } from './compiler-modules.ts';

/** Caches the answers of a checker, because each call sends a message to the compiler's process. */
export class CheckerCache {
  readonly #modules: CompilerModules;
  readonly #checker: Checker;
  readonly #types = new Map<ast.Node, api.Type | undefined>();
  readonly #symbols = new Map<ast.Node, api.Symbol | undefined>();
  readonly #symbolTypes = new Map<api.Symbol, api.Type | undefined>();
  readonly #properties = new Map<number, ReadonlyMap<string, api.Symbol>>();
  readonly #members = new Map<string, api.Symbol | undefined>();
  readonly #signatures = new Map<string, readonly api.Signature[]>();
  readonly #returns = new Map<api.Signature, api.Type | undefined>();
  readonly #arguments = new Map<number, readonly api.Type[]>();
  readonly #docs = new Map<api.Symbol, string>();
  readonly #tags = new Map<api.Symbol, readonly api.JSDocTagInfo[]>();
  readonly #aliased = new Map<api.Symbol, api.Symbol | undefined>();
  readonly #lists = new Map<number, boolean>();
  readonly #tuples = new Map<number, boolean>();

  constructor(modules: CompilerModules, checker: Checker) {
    this.#modules = modules;
    this.#checker = checker;
  }

  typeAt(node: ast.Node): api.Type | undefined {
    return this.#types.has(node) ? this.#types.get(node) : this.typesAt([node])[0];
  }

  /** The types at many nodes, with one message. */
  typesAt(nodes: readonly ast.Node[]): readonly (api.Type | undefined)[] {
    const open = nodes.filter((node) => !this.#types.has(node));
    const found = open.length === 0 ? [] : this.#checker.getTypeAtLocation(open);
    for (const [i, node] of open.entries()) this.#types.set(node, found[i]);
    return nodes.map((node) => this.#types.get(node));
  }

  symbolAt(node: ast.Node): api.Symbol | undefined {
    return this.#symbols.has(node) ? this.#symbols.get(node) : this.symbolsAt([node])[0];
  }

  /** The symbols at many nodes, with one message. */
  symbolsAt(nodes: readonly ast.Node[]): readonly (api.Symbol | undefined)[] {
    const open = nodes.filter((node) => !this.#symbols.has(node));
    const found = open.length === 0 ? [] : this.#checker.getSymbolAtLocation(open);
    for (const [i, node] of open.entries()) this.#symbols.set(node, found[i]);
    return nodes.map((node) => this.#symbols.get(node));
  }

  /** The symbol behind an imported name. */
  aliased(symbol: api.Symbol): api.Symbol | undefined {
    return wrappers(this.#aliased, symbol, () => this.#checker.getAliasedSymbol(symbol));
  }

  typeOf(symbol: api.Symbol): api.Type | undefined {
    return wrappers(this.#symbolTypes, symbol, () => this.#checker.getTypeOfSymbol(symbol));
  }

  /** The types of many symbols, with one message. */
  typesOf(symbols: readonly api.Symbol[]): readonly (api.Type | undefined)[] {
    const open = symbols.filter((symbol) => !this.#symbolTypes.has(symbol));
    const found = open.length === 0 ? [] : this.#checker.getTypeOfSymbol(open);
    for (const [i, symbol] of open.entries()) this.#symbolTypes.set(symbol, found[i]);
    return symbols.map((symbol) => this.#symbolTypes.get(symbol));
  }

  /** The properties of a type by name. */
  propertiesOf(type: api.Type): ReadonlyMap<string, api.Symbol> {
    return wrappers(
      this.#properties,
      type.id,
      () => new Map(this.#checker.getPropertiesOfType(type).map((symbol) => [symbol.name, symbol])),
    );
  }

  property(type: api.Type, name: string): api.Symbol | undefined {
    const properties = this.#properties.get(type.id);
    if (properties?.has(name) === true) return properties.get(name);
    return wrappers(this.#members, `${type.id} ${name}`, () => this.#checker.getPropertyOfType(type, name));
  }

  signaturesOf(type: api.Type, kind: api.SignatureKind): readonly api.Signature[] {
    return wrappers(this.#signatures, `${type.id} ${kind}`, () => this.#checker.getSignaturesOfType(type, kind));
  }

  returnOf(signature: api.Signature): api.Type | undefined {
    return wrappers(this.#returns, signature, () => this.#checker.getReturnTypeOfSignature(signature));
  }

  argumentsOf(type: api.TypeReference): readonly api.Type[] {
    return wrappers(this.#arguments, type.id, () => this.#checker.getTypeArguments(type));
  }

  isList(type: api.Type): boolean {
    return wrappers(this.#lists, type.id, () => this.#checker.isArrayLikeType(type));
  }

  isTuple(type: api.Type): boolean {
    return wrappers(this.#tuples, type.id, () => this.#checker.isTupleType(type));
  }

  docOf(symbol: api.Symbol): string {
    return wrappers(this.#docs, symbol, () =>
      this.#mayHaveComment(symbol) ? this.#checker.getDocumentationCommentOfSymbol(symbol) : '',
    );
  }

  tagsOf(symbol: api.Symbol): readonly api.JSDocTagInfo[] {
    return wrappers(this.#tags, symbol, () =>
      this.#mayHaveComment(symbol) ? this.#checker.getJsDocTagsOfSymbol(symbol) : [],
    );
  }

  /** Whether a symbol may have a doc comment. For members of types, the syntax tree says so without a message to the compiler. */
  #mayHaveComment({ flags, declarations }: api.Symbol): boolean {
    const { api: ts, ast: syntax } = this.#modules;
    if ((flags & ts.SymbolFlags.Property) === 0) return true;
    return declarations.some((declared) => {
      const node = declared.resolve();
      if (node === undefined || node.kind !== syntax.SyntaxKind.PropertySignature) return true;
      return (node.jsDoc ?? []).length > 0;
    });
  }
}

/** The value under a key, made at its first use. */
const wrappers = <Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = values.get(key);
  if (known !== undefined || values.has(key)) return known as Value;
  const made = make();
  values.set(key, made);
  return made;
};
