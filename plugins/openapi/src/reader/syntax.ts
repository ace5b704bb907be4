import type { ast } from './compiler-modules.ts';
import type { Session } from './session.ts';

/** A call, or `new`. */
export type CallLike = ast.CallExpression | ast.NewExpression;

/** A class, with or without a name. */
export type ClassNode = ast.ClassDeclaration | ast.ClassExpression;

// By kind: the two versions of the compiler have different names for these checks.
export const isParameter = ({ ast: { SyntaxKind } }: Session, node: ast.Node): node is ast.ParameterDeclaration =>
  node.kind === SyntaxKind.Parameter;

export const isClass = ({ ast: { SyntaxKind } }: Session, node: ast.Node): node is ClassNode =>
  node.kind === SyntaxKind.ClassDeclaration || node.kind === SyntaxKind.ClassExpression;

export const isSuper = ({ ast: { SyntaxKind } }: Session, node: ast.Node): boolean =>
  node.kind === SyntaxKind.SuperKeyword;

export const isThis = ({ ast: { SyntaxKind } }: Session, node: ast.Node): boolean =>
  node.kind === SyntaxKind.ThisKeyword;

/** A member of an interface or of a type: it has no code. */
export const isSignature = ({ ast: { SyntaxKind } }: Session, { kind }: ast.Node): boolean =>
  kind === SyntaxKind.MethodSignature || kind === SyntaxKind.PropertySignature;

/** An expression without parentheses, `await`, `!`, `as` and `satisfies` around it. */
export const bare = (session: Session, node: ast.Node): ast.Node => {
  const { ast: syntax } = session;
  const wraps =
    syntax.isParenthesizedExpression(node) ||
    syntax.isAwaitExpression(node) ||
    syntax.isNonNullExpression(node) ||
    syntax.isAsExpression(node) ||
    syntax.isSatisfiesExpression(node);
  return wraps ? bare(session, node.expression) : node;
};

/** The name that a call uses: `find` of `books.find()`. Null for a call of something without a name. */
export const calledName = (session: Session, { expression }: CallLike): ast.Node | null => {
  const called = bare(session, expression);
  if (session.ast.isPropertyAccessExpression(called)) return called.name;
  return session.ast.isIdentifier(called) ? called : null;
};

/** The object of a call: `books` of `books.find()`. Null for a call without one. */
export const receiverOf = (session: Session, { expression }: CallLike): ast.Node | null => {
  const called = bare(session, expression);
  return session.ast.isPropertyAccessExpression(called) ? called.expression : null;
};

/** The text of a name that is written as such; null for a computed one. */
export const nameText = ({ ast: syntax }: Session, name: ast.Node | undefined): string | null =>
  name !== undefined && (syntax.isIdentifier(name) || syntax.isStringLiteral(name) || syntax.isNumericLiteral(name))
    ? name.text
    : null;

/** The name of a member that is written as such; null for a computed one, and for a spread. */
export const memberName = (session: Session, member: ast.Node): string | null =>
  nameText(session, (member as { readonly name?: ast.Node }).name);

/** The class that `extends` names; null without one. */
export const baseOf = (session: Session, node: ClassNode): ast.Node | null => {
  const { SyntaxKind } = session.ast;
  const clause = node.heritageClauses?.find(({ token }) => token === SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression ?? null;
};

/** The function that a node is or declares, if it has a body; null otherwise. */
export const functionOf = (session: Session, node: ast.Node): ast.Node | null => {
  const { ast: syntax } = session;
  if (syntax.isArrowFunction(node) || syntax.isFunctionExpression(node)) return node;
  if (
    syntax.isFunctionDeclaration(node) ||
    syntax.isMethodDeclaration(node) ||
    syntax.isGetAccessorDeclaration(node) ||
    syntax.isConstructorDeclaration(node)
  )
    return node.body === undefined ? null : node;
  const value = initializerOf(session, node);
  if (value === undefined) return null;
  const inner = bare(session, value);
  return syntax.isArrowFunction(inner) || syntax.isFunctionExpression(inner) ? inner : null;
};

/** The value that a declaration gives to its name. */
export const initializerOf = ({ ast: syntax }: Session, node: ast.Node): ast.Expression | undefined =>
  syntax.isVariableDeclaration(node) || syntax.isPropertyAssignment(node) || syntax.isPropertyDeclaration(node)
    ? node.initializer
    : undefined;

/** The function around a node, itself not counted; null at the top of a file. */
export const functionAround = (session: Session, node: ast.Node): ast.Node | null => {
  let at: ast.Node | undefined = node.parent;
  while (at !== undefined && !session.ast.isSourceFile(at)) {
    if (functionOf(session, at) === at) return at;
    at = at.parent;
  }
  return null;
};

/** The expressions that a function returns, without those of functions inside of it. */
export const returnedIn = (session: Session, node: ast.Node): readonly ast.Expression[] =>
  session.ast.isArrowFunction(node) && !session.ast.isBlock(node.body)
    ? [node.body]
    : returnsIn(session, node).flatMap(({ expression }) => expression ?? []);

/** The `return` of a function, without those of functions inside of it. */
export const returnsIn = ({ ast: syntax }: Session, node: ast.Node): readonly ast.ReturnStatement[] => {
  const found: ast.ReturnStatement[] = [];
  const visit = (each: ast.Node): void => {
    if (syntax.isReturnStatement(each)) found.push(each);
    const isFunction =
      syntax.isArrowFunction(each) ||
      syntax.isFunctionExpression(each) ||
      syntax.isFunctionDeclaration(each) ||
      syntax.isMethodDeclaration(each);
    if (!isFunction) each.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
};
