import type { ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { bare, calledName, isClass, nameText } from './syntax.ts';

/** The calls, throws and references in a piece of code and in the functions inside of it. */
export interface WrittenCode {
  readonly calls: readonly ast.CallExpression[];
  readonly made: readonly ast.NewExpression[];
  readonly thrown: readonly ast.Expression[];
  /** Arguments that may be functions by reference: `orNotFound` of `.then(orNotFound)`. */
  readonly given: readonly ast.Expression[];
  /** Members that are read, and have the name of a getter. */
  readonly read: readonly (ast.PropertyAccessExpression | ast.BindingElement)[];
}

/** Collects the calls and throws of code. Of a class, only what making an object of it runs. */
export const writtenCode = (session: Session, root: ast.Node, getters: ReadonlySet<string>): WrittenCode => {
  const { ast: syntax } = session;
  const calls: ast.CallExpression[] = [];
  const made: ast.NewExpression[] = [];
  const thrown: ast.Expression[] = [];
  const given: ast.Expression[] = [];
  const read: (ast.PropertyAccessExpression | ast.BindingElement)[] = [];
  const give = (argument: ast.Expression): void => {
    const node = bare(session, argument);
    if (syntax.isIdentifier(node) && !plain.has(node.text)) given.push(node);
    else if (syntax.isPropertyAccessExpression(node) || syntax.isElementAccessExpression(node)) given.push(node);
    else if (syntax.isConditionalExpression(node)) for (const each of [node.whenTrue, node.whenFalse]) give(each);
    else if (syntax.isBinaryExpression(node)) for (const each of [node.left, node.right]) give(each);
    else if (syntax.isArrayLiteralExpression(node)) for (const each of node.elements) give(each);
    else if (syntax.isObjectLiteralExpression(node))
      for (const member of node.properties) {
        if (syntax.isPropertyAssignment(member)) give(member.initializer);
        else if (syntax.isShorthandPropertyAssignment(member) && syntax.isIdentifier(member.name))
          given.push(member.name);
      }
  };
  const visit = (node: ast.Node): void => {
    if (syntax.isCallExpression(node)) {
      calls.push(node);
      const [reason] = node.arguments;
      // Of a promise, or of what made one: `Promise.reject(error)`, `reject(error)`.
      if (reason !== undefined && calledName(session, node)?.getText() === 'reject') thrown.push(reason);
      for (const argument of node.arguments) give(argument);
    } else if (syntax.isNewExpression(node)) {
      made.push(node);
      for (const argument of node.arguments ?? []) give(argument);
    } else if (syntax.isThrowStatement(node)) thrown.push(node.expression);
    else if (syntax.isPropertyAccessExpression(node) && getters.has(node.name.text)) read.push(node);
    else if (syntax.isBindingElement(node) && getters.has(nameText(session, node.propertyName ?? node.name) ?? ''))
      read.push(node);
    node.forEachChild(visit);
  };
  if (!isClass(session, root)) visit(root);
  else
    for (const member of root.members) {
      if (syntax.isConstructorDeclaration(member)) visit(member);
      else if (
        syntax.isPropertyDeclaration(member) &&
        member.initializer !== undefined &&
        !isFunction(session, member.initializer)
      )
        visit(member.initializer);
    }
  return { calls, made, thrown, given, read };
};

/** Names that are never a function of the application. */
const plain = new Set(['ctx', 'undefined', 'NaN', 'Infinity']);

const isFunction = (session: Session, node: ast.Node): boolean => {
  const value = bare(session, node);
  return session.ast.isArrowFunction(value) || session.ast.isFunctionExpression(value);
};
