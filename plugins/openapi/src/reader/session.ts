import type { AuthorFrame } from '@taproot/core/internal';
import { CheckerCache } from './checker-cache.ts';
import type { api, ast, Checker, CompilerModules, OpenProject, Program } from './compiler-modules.ts';
import { PackageOwners } from './package-owners.ts';
import type { KnownErrors } from './type-reader.ts';

/** One open project of TypeScript 7, with the parts that every reader needs. */
export class Session {
  readonly api: CompilerModules['api'];
  readonly ast: CompilerModules['ast'];
  readonly program: Program;
  /** The checker without a cache, for calls that happen only once. */
  readonly checker: Checker;
  readonly cache: CheckerCache;
  readonly owners = new PackageOwners();
  /** Errors of the framework by code. */
  readonly known: KnownErrors;

  constructor(modules: CompilerModules, project: OpenProject, known: KnownErrors) {
    this.api = modules.api;
    this.ast = modules.ast;
    this.program = project.program;
    this.checker = project.checker;
    this.cache = new CheckerCache(modules, project.checker);
    this.known = known;
  }

  /** File, line and column of a node. */
  placeOf(node: ast.Node): AuthorFrame {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return { file: file.fileName, line: line + 1, column: character + 1 };
  }

  /** The file that declares a symbol; empty if there is none. */
  fileOf(symbol: api.Symbol | undefined): string {
    return symbol?.declarations[0]?.path ?? '';
  }

  /** The type that a function of this type returns, promises resolved; undefined unless it is a function. */
  returnOf(type: api.Type | undefined): api.Type | undefined {
    if (type === undefined) return undefined;
    const [signature] = this.cache.signaturesOf(type, this.api.SignatureKind.Call);
    const returned = signature && this.cache.returnOf(signature);
    return returned && this.awaited(returned);
  }

  /** The type to which a promise resolves; any other type is returned unchanged. */
  awaited(type: api.Type): api.Type {
    if (!type.isObjectType() || !type.isTypeReference()) return type;
    const name = type.getSymbol()?.name;
    return name === 'Promise' || name === 'PromiseLike' ? (this.cache.argumentsOf(type)[0] ?? type) : type;
  }

  /** The types that a value may have once it is awaited: `A` and `B` of `A | Promise<B>`. */
  resultsOf(type: api.Type): readonly api.Type[] {
    return this.membersOf(type).flatMap((member) => this.membersOf(this.awaited(member)));
  }

  /** The types that a function may return, promises resolved; empty unless it is a function. */
  returnsOf(type: api.Type): readonly api.Type[] {
    const [signature] = this.cache.signaturesOf(type, this.api.SignatureKind.Call);
    const returned = signature && this.cache.returnOf(signature);
    return returned === undefined ? [] : this.resultsOf(returned);
  }

  /** The type of a class's objects; any other type is returned unchanged. */
  instanceOf(type: api.Type): api.Type {
    const [made] = this.cache.signaturesOf(type, this.api.SignatureKind.Construct);
    return (made && this.cache.returnOf(made)) ?? type;
  }

  /** Whether a type is the one of this name in a package of the framework. */
  isOurs(type: api.Type | undefined, name: string, owner = 'core'): boolean {
    const symbol = type?.isObjectType() === true ? type.getSymbol() : undefined;
    return symbol?.name === name && this.owners.isOurs(this.fileOf(symbol), owner);
  }

  /** Whether values of a type are objects of a class, other than those of the language. */
  isInstance(type: api.Type): boolean {
    const symbol = type.isObjectType() ? type.getSymbol() : undefined;
    return (
      symbol !== undefined &&
      (symbol.flags & this.api.SymbolFlags.Class) !== 0 &&
      this.owners.of(this.fileOf(symbol)).kind !== 'language'
    );
  }

  /** Type of a member; undefined when there is none. */
  memberOf(type: api.Type, name: string): api.Type | undefined {
    const symbol = this.cache.property(type, name);
    return symbol && this.cache.typeOf(symbol);
  }

  /** The members of a union, or the type itself. */
  membersOf(type: api.Type): readonly api.Type[] {
    return type.isUnionType() ? type.getTypes() : [type];
  }

  /** Literal values of a type or of a union. Empty if one of its types is not a literal. */
  literalsOf(type: api.Type | undefined): readonly (string | number | boolean)[] {
    if (type === undefined) return [];
    const values: (string | number | boolean)[] = [];
    for (const member of this.membersOf(type)) {
      if (!member.isLiteralType() || typeof member.value === 'bigint') return [];
      values.push(member.value);
    }
    return values;
  }

  /** The literal values of an expression. The syntax tree has those that are written, without a message to the compiler. */
  valuesAt(node: ast.Node): readonly (string | number | boolean)[] {
    if (this.ast.isStringLiteral(node)) return [node.text];
    if (this.ast.isNumericLiteral(node)) return [Number(node.text)];
    return this.literalsOf(this.cache.typeAt(node));
  }

  /** The symbol that an expression names; follows imports. */
  symbolAt(node: ast.Node): api.Symbol | undefined {
    const symbol = this.cache.symbolAt(node);
    return symbol && this.unaliased(symbol);
  }

  /** The symbol behind an imported name; any other symbol is returned unchanged. */
  unaliased(symbol: api.Symbol): api.Symbol {
    return (symbol.flags & this.api.SymbolFlags.Alias) === 0 ? symbol : (this.cache.aliased(symbol) ?? symbol);
  }
}
