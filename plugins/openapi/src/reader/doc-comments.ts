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
  if (isSaid(declared)) return declared;
  const own = commentOfHolder(session, roots[0]?.node.parent);
  if (isSaid(own)) return own;
  const call = source && callAt(session, source);
  if (call === null || call === undefined) return nothing;
  const given = call.arguments.find((argument) => roots.some(({ node }) => isWithin(argument, node)));
  const [root] = roots;
  const places = [
    ...(given === undefined ? [] : [root?.node ?? given, given].map((node) => commentBefore(node))),
    commentInChain(session, call),
    ...placesOf(session, call).map((node) => commentBefore(node)),
  ];
  return places.find(isSaid) ?? nothing;
};

const nothing: HandlerComment = { doc: '', deprecated: false };

const isSaid = ({ doc, deprecated }: HandlerComment): boolean => doc !== '' || deprecated;

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

/** Where a comment of a route may be: before its call with what is called on its result, and before the statement of them. */
const placesOf = ({ ast: syntax }: Session, call: ast.CallExpression): readonly ast.Node[] => {
  let at: ast.Node = call;
  while (isCalledOn(syntax, at)) at = at.parent;
  const { parent } = at;
  if (syntax.isExpressionStatement(parent) || syntax.isReturnStatement(parent)) return [at, parent];
  // The statement of `const posts = route.get(...)` is around the list of its variables.
  return syntax.isVariableDeclaration(parent) ? [at, parent.parent.parent] : [at];
};

/** Whether a node is called, or something is called on it: not where it is an argument. */
const isCalledOn = (syntax: Session['ast'], { parent, pos }: ast.Node): boolean =>
  (syntax.isCallExpression(parent) || syntax.isPropertyAccessExpression(parent)) && parent.expression.pos === pos;

/** The comment of one call of a chain, before its dot: `route.prefix('/posts') /** All. *\/ .get('/', list)`. */
const commentInChain = ({ ast: syntax }: Session, { expression }: ast.CallExpression): HandlerComment => {
  if (!syntax.isPropertyAccessExpression(expression)) return nothing;
  const file = expression.getSourceFile();
  return commentIn(
    file.text.slice(expression.expression.getEnd(), expression.name.getStart(file)).replace(/\.\s*$/, ''),
  );
};

/** The last doc comment before a node, if nothing else is between them. */
const commentBefore = (node: ast.Node): HandlerComment => {
  const file = node.getSourceFile();
  return commentIn(file.text.slice(node.pos, node.getStart(file)));
};

/** The doc comment at the end of a text. */
const commentIn = (text: string): HandlerComment => {
  const found = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(text)?.[1];
  if (found === undefined) return nothing;
  const lines = found.split(/\r?\n/).map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd());
  const end = lines.findIndex((line) => line.startsWith('@'));
  const said = end === -1 ? lines : lines.slice(0, end);
  return { doc: said.join('\n').trim(), deprecated: lines.some((line) => /^@deprecated\b/.test(line)) };
};
