import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';
import { callAt, functionOf } from './find-handler.ts';
import type { Session } from './session.ts';
import { argumentsOfBases, noArguments, parametersIn, type TypeArguments, withArguments } from './type-arguments.ts';
import type { HandlerQuery } from './type-reader.ts';

/** One way from a handler to a function: the call of the function, and the types of type parameters. */
export interface Way {
  /** Null for the handler itself. */
  readonly call: ast.CallExpression | null;
  /** Type arguments in the code around the call. */
  readonly outer: TypeArguments;
  /** Type arguments in the called function. */
  readonly inner: TypeArguments;
}

/** Code with which a handler begins, and the type of its controller; null for a function. */
export interface Root {
  readonly node: ast.Node;
  readonly self: api.Type | null;
}

/** How deep calls are followed. */
const depth = 5;

/** The ways from a handler to the functions of the application that it calls, with their type arguments. */
export const waysFrom = (
  session: Session,
  roots: readonly Root[],
  query: HandlerQuery,
): ReadonlyMap<ast.Node, readonly Way[]> => {
  const ways = new Map<ast.Node, Way[]>();
  const visit = (called: ast.Node, way: Way, above: readonly ast.Node[]): void => {
    ways.set(called, [...(ways.get(called) ?? []), way]);
    if (above.length >= depth) return;
    const inside = [...above, called];
    for (const call of callsIn(session, called)) {
      const target = targetOf(session, call);
      if (target === null || inside.includes(target)) continue;
      visit(target, { call, outer: way.inner, inner: argumentsAt(session, call, target, way.inner) }, inside);
    }
  };
  const route = query.source && callAt(session, query.source);
  const made = (route?.arguments ?? []).reduce((all, given) => argumentsOfFactory(session, given, all), noArguments);
  for (const { node, self } of roots)
    visit(node, { call: null, outer: noArguments, inner: argumentsOfBases(session, self, made) }, []);
  return ways;
};

/** The nearest function around a node to which there are ways. */
export const waysTo = (ways: ReadonlyMap<ast.Node, readonly Way[]>, node: ast.Node): readonly Way[] => {
  for (let at: ast.Node | undefined = node; at !== undefined; at = at.parent) {
    const found = ways.get(at);
    if (found !== undefined) return found;
  }
  return [];
};

/** The type arguments of a call that makes a handler: `route.get('/posts', list(loadPosts))`. */
const argumentsOfFactory = (session: Session, given: ast.Node, all: TypeArguments): TypeArguments => {
  if (!session.ast.isCallExpression(given)) return all;
  const inner = given.arguments.reduce((more, each) => argumentsOfFactory(session, each, more), all);
  const target = targetOf(session, given);
  return target === null ? inner : argumentsAt(session, given, target, inner);
};

/** `outer`, and the type arguments of a called function and of the class that declares it. */
const argumentsAt = (
  session: Session,
  call: ast.CallExpression,
  target: ast.Node,
  outer: TypeArguments,
): TypeArguments => {
  const { checker, cache, ast: syntax } = session;
  const declared = checker.getSignatureFromDeclaration(target);
  const actual = checker.getResolvedSignature(call);
  if (declared === undefined || actual === undefined) return outer;
  const pairs: [api.Type | undefined, api.Type | undefined][] = parametersOf(session, target).map((_, i) => [
    checker.getParameterType(declared, i),
    checker.getParameterType(actual, i),
  ]);
  pairs.push([checker.getReturnTypeOfSignature(declared), checker.getReturnTypeOfSignature(actual)]);
  const { expression } = call;
  const holder = syntax.isPropertyAccessExpression(expression) ? cache.typeAt(expression.expression) : undefined;
  return withArguments(argumentsOfBases(session, holder ?? null, outer), parametersIn(session, pairs), outer);
};

const parametersOf = ({ ast: syntax }: Session, node: ast.Node): readonly ast.Node[] =>
  syntax.isArrowFunction(node) ||
  syntax.isFunctionExpression(node) ||
  syntax.isFunctionDeclaration(node) ||
  syntax.isMethodDeclaration(node)
    ? node.parameters
    : [];

const callsIn = ({ ast: syntax }: Session, body: ast.Node): readonly ast.CallExpression[] => {
  const found: ast.CallExpression[] = [];
  const visit = (node: ast.Node): void => {
    if (syntax.isCallExpression(node)) found.push(node);
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
};

/** The function of the application that a call calls, by its name or by the type of what is called; null for any other. */
const targetOf = (session: Session, call: ast.CallExpression): ast.Node | null => {
  const { expression } = call;
  const name = session.ast.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol = session.symbolAt(name);
  const declared = symbol?.valueDeclaration ?? symbol?.declarations[0];
  if (declared === undefined || session.owners.of(declared.path).kind !== 'application') return null;
  const node = declared.resolve();
  const named = node === undefined ? null : functionOf(session, node);
  if (named !== null) return named;
  const typed = session.checker.getResolvedSignature(call)?.declaration?.resolve();
  return typed === undefined ? null : functionOf(session, typed);
};
