import type ts from '@typescript/typescript6';
import { type Signature, type Symbol6, type Type, Wrappers } from './wrappers.ts';

type Classic = typeof ts;

/** The checker of TypeScript 6 with the used methods of TypeScript 7. */
export class Checker {
  readonly #ts: Classic;
  readonly #checker: ts.TypeChecker;
  readonly #wrappers: Wrappers;

  constructor(classic: Classic, checker: ts.TypeChecker) {
    this.#ts = classic;
    this.#checker = checker;
    this.#wrappers = new Wrappers(classic);
  }

  getTypeAtLocation(node: ts.Node): Type;
  getTypeAtLocation(nodes: readonly ts.Node[]): readonly Type[];
  getTypeAtLocation(given: ts.Node | readonly ts.Node[]): Type | readonly Type[] {
    if ('kind' in given) return this.#wrappers.type(this.#checker.getTypeAtLocation(given));
    return given.map((node) => this.getTypeAtLocation(node));
  }

  getTypeOfSymbol(symbol: Symbol6): Type;
  getTypeOfSymbol(symbols: readonly Symbol6[]): readonly Type[];
  getTypeOfSymbol(given: Symbol6 | readonly Symbol6[]): Type | readonly Type[] {
    if ('raw' in given) return this.#wrappers.type(this.#checker.getTypeOfSymbol(given.raw));
    return given.map((symbol) => this.getTypeOfSymbol(symbol));
  }

  getSymbolAtLocation(node: ts.Node): Symbol6 | undefined;
  getSymbolAtLocation(nodes: readonly ts.Node[]): readonly (Symbol6 | undefined)[];
  getSymbolAtLocation(given: ts.Node | readonly ts.Node[]): Symbol6 | undefined | readonly (Symbol6 | undefined)[] {
    if ('kind' in given) return this.#wrappers.symbol(this.#checker.getSymbolAtLocation(given));
    return given.map((node) => this.getSymbolAtLocation(node));
  }

  getAliasedSymbol({ raw }: Symbol6): Symbol6 | undefined {
    return this.#wrappers.symbol(this.#checker.getAliasedSymbol(raw));
  }

  getPropertyOfType({ raw }: Type, name: string): Symbol6 | undefined {
    return this.#wrappers.symbol(this.#checker.getPropertyOfType(raw, name));
  }

  getPropertiesOfType({ raw }: Type): readonly Symbol6[] {
    return this.#checker.getPropertiesOfType(raw).map((symbol) => this.#wrappers.known(symbol));
  }

  getSignaturesOfType({ raw }: Type, kind: ts.SignatureKind): readonly Signature[] {
    return this.#checker.getSignaturesOfType(raw, kind).map((signature) => this.#wrappers.signature(signature));
  }

  getReturnTypeOfSignature({ raw }: Signature): Type {
    return this.#wrappers.type(this.#checker.getReturnTypeOfSignature(raw));
  }

  getResolvedSignature(call: ts.CallExpression): Signature | undefined {
    const found = this.#checker.getResolvedSignature(call);
    return found && this.#wrappers.signature(found);
  }

  getSignatureFromDeclaration(node: ts.SignatureDeclaration): Signature | undefined {
    const found = this.#checker.getSignatureFromDeclaration(node);
    return found && this.#wrappers.signature(found);
  }

  getParameterType({ raw }: Signature, index: number): Type | undefined {
    const parameter = raw.getParameters()[index];
    return parameter && this.#wrappers.type(this.#checker.getTypeOfSymbol(parameter));
  }

  getTypeArguments({ raw }: Type): readonly Type[] {
    return this.#checker.getTypeArguments(raw as ts.TypeReference).map((each) => this.#wrappers.type(each));
  }

  getBaseTypes({ raw }: Type): readonly Type[] {
    return this.#checker.getBaseTypes(raw as ts.InterfaceType).map((each) => this.#wrappers.type(each));
  }

  getIndexInfosOfType({ raw }: Type): readonly { readonly valueType: Type }[] {
    return this.#checker.getIndexInfosOfType(raw).map(({ type }) => ({ valueType: this.#wrappers.type(type) }));
  }

  getBaseConstraintOfType({ raw }: Type): Type | undefined {
    const constraint = this.#checker.getBaseConstraintOfType(raw);
    return constraint && this.#wrappers.type(constraint);
  }

  getShorthandAssignmentValueSymbol(node: ts.Node): Symbol6 | undefined {
    return this.#wrappers.symbol(this.#checker.getShorthandAssignmentValueSymbol(node));
  }

  isTypeAssignableTo(source: Type, target: Type): boolean {
    return this.#checker.isTypeAssignableTo(source.raw, target.raw);
  }

  /** Passes no checker: with one, version 6 would add the comment of the overridden member. */
  getDocumentationCommentOfSymbol({ raw }: Symbol6): string {
    return this.#ts.displayPartsToString(raw.getDocumentationComment(undefined));
  }

  getJsDocTagsOfSymbol({ raw }: Symbol6): readonly { readonly name: string; readonly text: string }[] {
    return raw.getJsDocTags().map(({ name, text }) => ({ name, text: this.#ts.displayPartsToString(text ?? []) }));
  }

  isTupleType({ raw }: Type): boolean {
    return this.#checker.isTupleType(raw);
  }

  isArrayLikeType({ raw }: Type): boolean {
    return this.#checker.isArrayLikeType(raw);
  }

  typeToString({ raw }: Type): string {
    return this.#checker.typeToString(raw, undefined, this.#ts.TypeFormatFlags.NoTruncation);
  }
}
