import type * as syntax from 'typescript/unstable/ast';
import type * as sync from 'typescript/unstable/sync';

/**
 * The interface of TypeScript 7 is unstable: this is the only file that imports it. The adapter of each version gives what stands here, and
 * the reader calls nothing else.
 */
export type * as ast from 'typescript/unstable/ast';
export type * as api from 'typescript/unstable/sync';

/** The questions about types and symbols that the reader asks. Members of types, symbols and nodes come on top. */
export type Checker = Pick<
  sync.Checker,
  | 'getAliasedSymbol'
  | 'getBaseConstraintOfType'
  | 'getBaseTypes'
  | 'getDocumentationCommentOfSymbol'
  | 'getIndexInfosOfType'
  | 'getJsDocTagsOfSymbol'
  | 'getParameterType'
  | 'getPropertiesOfType'
  | 'getPropertyOfType'
  | 'getResolvedSignature'
  | 'getReturnTypeOfSignature'
  | 'getShorthandAssignmentValueSymbol'
  | 'getSignatureFromDeclaration'
  | 'getSignaturesOfType'
  | 'getSymbolAtLocation'
  | 'getTypeArguments'
  | 'getTypeAtLocation'
  | 'getTypeOfSymbol'
  | 'isArrayLikeType'
  | 'isTupleType'
  | 'isTypeAssignableTo'
  | 'typeToString'
>;

/** The files of a project. */
export type Program = Pick<
  sync.Program,
  | 'getConfigFileParsingDiagnostics'
  | 'getSemanticDiagnostics'
  | 'getSourceFile'
  | 'getSourceFileNames'
  | 'getSyntacticDiagnostics'
>;

/** A project that a compiler has opened. */
export interface OpenProject {
  readonly program: Program;
  readonly checker: Checker;
  /** Ends the compiler. */
  close(): void;
}

/** One version of the compiler. */
export interface CompilerModules {
  /** Flags of types and symbols. */
  readonly api: Pick<typeof sync, 'ElementFlags' | 'ObjectFlags' | 'SignatureKind' | 'SymbolFlags' | 'TypeFlags'>;
  /** Checks of nodes. */
  readonly ast: typeof syntax;
  /** Opens the project of a tsconfig.json; null if it cannot be found. */
  open(config: string): OpenProject | null;
}
