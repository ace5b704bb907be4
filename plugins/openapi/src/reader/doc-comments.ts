import type { ast } from './compiler-modules.ts';
import { callAt, type FoundHandler } from './find-handler.ts';
import type { Session } from './session.ts';
import type { HandlerQuery } from './type-reader.ts';

/** A doc comment of a handler. */
export interface HandlerComment {
  /** Its text; empty for none. */
  readonly doc: string;
  readonly deprecated: boolean;
}

/** The doc comment of a handler: at its declaration, before the function in the call of the route, or before the whole call. */
export const commentOf = (
  session: Session,
  { symbol, roots }: FoundHandler,
  { source }: HandlerQuery,
): HandlerComment => {
  const { cache } = session;
  const declared =
    symbol === undefined
      ? nothing
      : { doc: cache.docOf(symbol), deprecated: cache.tagsOf(symbol).some(({ name }) => name === 'deprecated') };
  if (declared.doc !== '' || declared.deprecated) return declared;
  const own = commentOfHolder(session, roots[0]?.node.parent);
  if (own.doc !== '' || own.deprecated) return own;
  const call = source && callAt(session, source);
  if (call === null || call === undefined) return nothing;
  const given = call.arguments.find((argument) => roots.some(({ node }) => isWithin(argument, node)));
  const before = given === undefined ? nothing : commentBefore(given);
  if (before.doc !== '' || before.deprecated) return before;
  const statement = statementOf(session, call);
  return statement === null ? nothing : commentBefore(statement);
};

const nothing: HandlerComment = { doc: '', deprecated: false };

/** The comment of the member or the variable that holds a function, where the function itself was registered. */
const commentOfHolder = ({ ast: syntax }: Session, node: ast.Node | undefined): HandlerComment => {
  if (node === undefined) return nothing;
  if (syntax.isPropertyAssignment(node) || syntax.isPropertyDeclaration(node)) return commentBefore(node);
  return syntax.isVariableDeclaration(node) ? commentBefore(node.parent.parent) : nothing;
};

/** Whether a node is another one, or in it. */
const isWithin = (outer: ast.Node, node: ast.Node): boolean => {
  for (let at: ast.Node | undefined = node; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
};

/** The statement that consists of the call of a route and of what is called on its result; null inside of an expression. */
const statementOf = ({ ast: syntax }: Session, call: ast.CallExpression): ast.Node | null => {
  let at: ast.Node = call;
  while (syntax.isCallExpression(at.parent) || syntax.isPropertyAccessExpression(at.parent)) at = at.parent;
  return syntax.isExpressionStatement(at.parent) ? at.parent : null;
};

/** The last doc comment before a node, if nothing else is between them. */
const commentBefore = (node: ast.Node): HandlerComment => {
  const file = node.getSourceFile();
  const text = file.text.slice(node.pos, node.getStart(file));
  const found = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(text)?.[1];
  if (found === undefined) return nothing;
  const lines = found.split(/\r?\n/).map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd());
  const end = lines.findIndex((line) => line.startsWith('@'));
  const said = end === -1 ? lines : lines.slice(0, end);
  return { doc: said.join('\n').trim(), deprecated: lines.some((line) => /^@deprecated\b/.test(line)) };
};
