import type * as ast from 'typescript/unstable/ast';
import { callAt, functionOf } from './find-handler.ts';
import type { Session } from './session.ts';
import type { HandlerQuery } from './type-reader.ts';

/** The functions of `bind()` for parameters of a route, found from the scope on which the route is registered. */
export const boundFunctions = (session: Session, { source, bindings }: HandlerQuery): ast.Node[] => {
  const call = source && callAt(session, source);
  if (call === null || call === undefined || bindings.length === 0) return [];
  const found = new Map<string, ast.Node>();
  let scope: ast.Node | null = receiverOf(session, call);
  // A scope is never nested as deeply as this; the limit ends a loop in code that does not compile.
  for (let left = 200; scope !== null && left > 0; left--) scope = outward(session, scope, bindings, found);
  return [...found.values()];
};

/** Notes a call of `bind()`, and returns the expression of the scope around it; null at its end. */
const outward = (
  session: Session,
  scope: ast.Node,
  names: readonly string[],
  found: Map<string, ast.Node>,
): ast.Node | null => {
  const { ast: syntax } = session;
  if (syntax.isParenthesizedExpression(scope)) return scope.expression;
  if (syntax.isCallExpression(scope)) {
    const [name, find] = scope.arguments;
    const bound = calledName(session, scope) === 'bind' && name && syntax.isStringLiteral(name) ? name.text : null;
    // The innermost binding of a name wins, and comes first.
    if (bound !== null && find !== undefined && names.includes(bound) && !found.has(bound)) {
      const body = functionAt(session, find);
      if (body !== null) found.set(bound, body);
    }
    return receiverOf(session, scope);
  }
  if (!syntax.isIdentifier(scope)) return null;
  const declared = session.symbolAt(scope)?.valueDeclaration?.resolve();
  if (declared === undefined) return null;
  if (syntax.isVariableDeclaration(declared)) return declared.initializer ?? null;
  // The parameter of `group((inside) => ...)` is the scope on which `group()` is called.
  const group = declared.parent?.parent;
  return group !== undefined && syntax.isCallExpression(group) && calledName(session, group) === 'group'
    ? receiverOf(session, group)
    : null;
};

const functionAt = (session: Session, node: ast.Node): ast.Node | null => {
  const declared = session.symbolAt(node)?.valueDeclaration?.resolve();
  return functionOf(session, node) ?? (declared === undefined ? null : functionOf(session, declared));
};

const receiverOf = ({ ast: syntax }: Session, { expression }: ast.CallExpression): ast.Node | null =>
  syntax.isPropertyAccessExpression(expression) ? expression.expression : null;

const calledName = ({ ast: syntax }: Session, { expression }: ast.CallExpression): string =>
  syntax.isPropertyAccessExpression(expression) ? expression.name.text : '';
