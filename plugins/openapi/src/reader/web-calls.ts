import type { api } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { type CallLike, calledName, receiverOf } from './syntax.ts';

/** Whether a type is the `Response` of the web, and not that of the framework. */
export const isWebResponse = (session: Session, type: api.Type | undefined): boolean => {
  const symbol = type?.isObjectType() === true ? type.getSymbol() : undefined;
  return symbol?.name === 'Response' && !session.owners.isOurs(session.fileOf(symbol), 'core');
};

/**
 * Whether a call makes a response of the web, or sets a header of one. A response that is read at once, as in `new Response(stream).text()`, is left out.
 */
export const isWebCall = (session: Session, node: CallLike): boolean => {
  const { ast: syntax, cache } = session;
  if (syntax.isNewExpression(node)) {
    const isNamed = syntax.isIdentifier(node.expression) && node.expression.text === 'Response';
    return isNamed && !syntax.isPropertyAccessExpression(node.parent) && isWebResponse(session, cache.typeAt(node));
  }
  const name = calledName(session, node)?.getText() ?? '';
  const receiver = receiverOf(session, node);
  if (receiver === null) return false;
  if (name === 'json' || name === 'redirect')
    return receiver.getText() === 'Response' && isWebResponse(session, cache.typeAt(node));
  const holder = /^(?:set|append)$/.test(name) && syntax.isPropertyAccessExpression(receiver) ? receiver : undefined;
  return holder?.name.text === 'headers' && isWebResponse(session, cache.typeAt(holder.expression));
};
