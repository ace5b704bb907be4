import type { AuthorFrame } from '@taproot/core/internal';
import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';
import type { Session } from './session.ts';
import type { HandlerQuery } from './type-reader.ts';

/** A handler in the code: its type, and the function itself if it is in the code of the application. */
export interface FoundHandler {
  readonly type: api.Type;
  readonly body: ast.Node | null;
  readonly symbol: api.Symbol | undefined;
  /** The controller's type; null for a function. */
  readonly self: api.Type | null;
  readonly place: AuthorFrame;
}

/** The handler of a route, by the place where the route is registered; null when there is none. */
export const findHandler = (session: Session, { source, controller }: HandlerQuery): FoundHandler | null => {
  const call = source && callAt(session, source);
  if (call === null || call === undefined) return null;
  if (controller !== null) {
    for (const given of call.arguments) {
      const found = methodIn(session, given, controller.method);
      if (found !== null) return found;
    }
    return null;
  }
  const given = call.arguments.findLast((argument) => callable(session, argument));
  return given === undefined ? null : functionIn(session, given);
};

/** Requests the arguments of all calls that register routes, in one message. */
export const askArguments = (session: Session, queries: readonly HandlerQuery[]): void => {
  const nodes = queries.flatMap(({ source }) => [...((source && callAt(session, source))?.arguments ?? [])]);
  session.cache.typesAt(nodes);
  session.cache.symbolsAt(nodes);
};

/** The call whose method is at a place. */
export const callAt = (
  { program, ast: syntax }: Session,
  { file, line, column }: AuthorFrame,
): ast.CallExpression | null => {
  const source = program.getSourceFile(file);
  if (source === undefined || line > source.getLineStarts().length) return null;
  const position = source.getPositionOfLineAndCharacter(line - 1, column - 1);
  let node: ast.Node | undefined = syntax.getTokenAtPosition(source, position);
  while (node !== undefined && !syntax.isSourceFile(node)) {
    if (syntax.isCallExpression(node) && node.expression.getEnd() >= position) return node;
    node = node.parent;
  }
  return null;
};

const callable = ({ cache, api: ts }: Session, node: ast.Node): boolean => {
  const type = cache.typeAt(node);
  return type !== undefined && cache.signaturesOf(type, ts.SignatureKind.Call).length > 0;
};

/** A method of a controller: given as a class, as an object, or as the first entry of `[Controller, 'method']`. */
const methodIn = (session: Session, given: ast.Node, method: string): FoundHandler | null => {
  const { ast: syntax, cache } = session;
  const holder = syntax.isArrayLiteralExpression(given) ? given.elements[0] : given;
  const type = holder && cache.typeAt(holder);
  if (type === undefined) return null;
  const tupled = cache.isTuple(type) && type.isTypeReference() ? cache.argumentsOf(type)[0] : type;
  const self = tupled && session.instanceOf(tupled);
  const symbol = self && cache.property(self, method);
  const member = symbol && cache.typeOf(symbol);
  const declared = symbol?.valueDeclaration?.resolve();
  if (member === undefined || symbol === undefined || self === undefined || declared === undefined) return null;
  return { type: member, symbol, self, body: functionOf(session, declared), place: session.placeOf(declared) };
};

const functionIn = (session: Session, given: ast.Node): FoundHandler | null => {
  const type = session.cache.typeAt(given);
  if (type === undefined) return null;
  const symbol = session.symbolAt(given);
  const declared = symbol?.valueDeclaration?.resolve();
  const named = declared === undefined ? null : functionOf(session, declared);
  const body = functionOf(session, given) ?? named ?? declarationOf(session, type);
  return { type, symbol, self: null, body, place: session.placeOf(body ?? given) };
};

/** The function behind the type of a handler that a call has made: `list('posts')`. */
const declarationOf = (session: Session, type: api.Type): ast.Node | null => {
  const [signature] = session.cache.signaturesOf(type, session.api.SignatureKind.Call);
  const node = signature?.declaration?.resolve();
  return node === undefined ? null : functionOf(session, node);
};

/** The function that a node is or declares, if it has a body; null otherwise. */
export const functionOf = (session: Session, node: ast.Node): ast.Node | null => {
  const { ast: syntax } = session;
  if (syntax.isArrowFunction(node) || syntax.isFunctionExpression(node)) return node;
  if (syntax.isFunctionDeclaration(node) || syntax.isMethodDeclaration(node))
    return node.body === undefined ? null : node;
  const holds =
    syntax.isVariableDeclaration(node) || syntax.isPropertyAssignment(node) || syntax.isPropertyDeclaration(node);
  const value = holds ? node.initializer : syntax.isParenthesizedExpression(node) ? node.expression : undefined;
  return value === undefined ? null : functionOf(session, value);
};
