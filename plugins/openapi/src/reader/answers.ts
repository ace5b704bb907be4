import type { api, ast } from './compiler-modules.ts';
import type { FoundHandler } from './find-handler.ts';
import type { Session } from './session.ts';
import { functionOf, returnedIn, returnsIn } from './syntax.ts';

/**
 * The types that a handler may return, promises resolved; none for code that answers nothing by what it returns. The type `Handler` says
 * nothing of them. Then its code does, as in `const show: Handler = () => post`, and in `find().then(answer)`, whose type the compiler
 * takes from what a route expects.
 */
export const answersOf = (session: Session, { type, roots }: FoundHandler): readonly api.Type[] =>
  type === undefined
    ? []
    : ofFunction(session, type, roots.find(({ node }) => functionOf(session, node) === node)?.node ?? null);

/** Whether a handler always throws. The compiler gives such a method the type `void`, as one that ends. */
export const neverEnds = (session: Session, { roots }: FoundHandler): boolean => {
  const node = roots.find((root) => functionOf(session, root.node) === root.node)?.node;
  const body = node && (node as { readonly body?: ast.Node }).body;
  return node !== undefined && body !== undefined && returnsIn(session, node).length === 0 && throws(session, body);
};

/** Whether code without a `return` always ends by an error. */
const throws = (session: Session, node: ast.Node | undefined): boolean => {
  const { ast: syntax, cache, api: ts } = session;
  if (node === undefined) return false;
  if (syntax.isThrowStatement(node)) return true;
  if (syntax.isBlock(node)) return throws(session, node.statements.at(-1));
  if (syntax.isIfStatement(node)) return throws(session, node.thenStatement) && throws(session, node.elseStatement);
  if (!syntax.isExpressionStatement(node)) return false;
  const called = syntax.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const type = syntax.isCallExpression(called) ? cache.typeAt(called) : undefined;
  return type !== undefined && (session.awaited(type).flags & ts.TypeFlags.Never) !== 0;
};

const ofFunction = (session: Session, type: api.Type, node: ast.Node | null): readonly api.Type[] => {
  const said = session.returnsOf(type);
  if (node === null || !saysNothing(session, said)) return said;
  const returned = returnedIn(session, node);
  return returned.length === 0 ? said : returned.flatMap((each) => ofExpression(session, each));
};

/** Whether types are those of `HandlerResult`: everything that a handler may return. */
const saysNothing = (session: Session, types: readonly api.Type[]): boolean => {
  const { api: ts, owners } = session;
  const responses = types.flatMap((type) => {
    const symbol = type.isObjectType() ? type.getSymbol() : undefined;
    return symbol?.name === 'Response' ? [owners.isOurs(session.fileOf(symbol), 'core')] : [];
  });
  const isVoid = types.some(({ flags }) => (flags & ts.TypeFlags.Void) !== 0);
  return isVoid && new Set(responses).size === 2;
};

/** `Promise.reject(error)`, whose type the compiler takes from what a route expects. */
const isRejection = ({ ast: syntax }: Session, { expression }: ast.CallExpression): boolean =>
  syntax.isPropertyAccessExpression(expression) &&
  expression.name.text === 'reject' &&
  expression.expression.getText() === 'Promise';

const ofExpression = (session: Session, node: ast.Expression): readonly api.Type[] => {
  const { ast: syntax, cache } = session;
  if (syntax.isAwaitExpression(node) || syntax.isParenthesizedExpression(node))
    return ofExpression(session, node.expression);
  if (syntax.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((each) => ofExpression(session, each));
  const type = cache.typeAt(node);
  const results = type === undefined ? [] : session.resultsOf(type);
  if (!saysNothing(session, results) || !syntax.isCallExpression(node)) return results;
  if (isRejection(session, node)) return [];
  const { expression: called, arguments: given } = node;
  if (!syntax.isPropertyAccessExpression(called) || !/^(?:then|catch|finally)$/.test(called.name.text)) return results;
  const before = called.name.text === 'then' ? [] : ofExpression(session, called.expression);
  const after =
    called.name.text === 'finally'
      ? []
      : given.flatMap((each) => {
          const answering = cache.typeAt(each);
          return answering === undefined ? [] : ofFunction(session, answering, each);
        });
  return [...before, ...after];
};
