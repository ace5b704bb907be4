import type * as ast from 'typescript/unstable/ast';
import type { FoundCall, ThrownValue } from './reached-calls.ts';
import type { Session } from './session.ts';
import type { ErrorFact } from './type-reader.ts';

/**
 * The errors with a status below 500 that code can answer with: those that it throws, and those that functions of
 * packages declare with `@throws`.
 */
export const thrownErrors = (
  session: Session,
  calls: readonly FoundCall[],
  thrown: readonly ThrownValue[],
): ErrorFact[] => {
  const errors = [
    ...thrown.flatMap((value) => ofThrow(session, value)),
    ...calls.flatMap((call) => ofCall(session, call)),
  ];
  return errors.filter(({ status }) => status >= 400 && status < 500);
};

/** The literal types of a thrown error contain its status and its code. */
const ofThrow = (session: Session, { node, type }: ThrownValue): ErrorFact[] => {
  const statuses = session.literalsOf(session.memberOf(type, 'status')).filter((value) => typeof value === 'number');
  const codes = session.literalsOf(session.memberOf(type, 'code')).map(String);
  const own = codes[0] ?? writtenCode(session, node);
  const text = session.ast.isNewExpression(node)
    ? node.arguments?.find((given) => session.ast.isStringLiteral(given))
    : undefined;
  const description = text !== undefined && session.ast.isStringLiteral(text) ? text.text : '';
  return statuses.map((status) => ({ status, code: own ?? `E_HTTP_${status}`, description }));
};

/** The code of `new ConflictError('...', { code: 'E_ROOM_TAKEN' })`. */
const writtenCode = (session: Session, node: ast.Node): string | undefined => {
  if (!session.ast.isNewExpression(node)) return undefined;
  for (const given of node.arguments ?? []) {
    if (!session.ast.isObjectLiteralExpression(given)) continue;
    const written = given.properties.find(
      (each) => session.ast.isPropertyAssignment(each) && each.name.getText() === 'code',
    );
    if (
      written !== undefined &&
      session.ast.isPropertyAssignment(written) &&
      session.ast.isStringLiteral(written.initializer)
    )
      return written.initializer.text;
    const type = session.cache.typeAt(given);
    const member = type && session.cache.property(type, 'code')?.valueDeclaration?.resolve();
    if (member === undefined || !session.ast.isPropertyAssignment(member)) continue;
    return session.literalsOf(session.cache.typeAt(member.initializer)).map(String)[0];
  }
  return undefined;
};

/** `abort(404)` of the request, and the tags `@throws E_CODE` or `@throws HttpError (403)` of any other function. */
const ofCall = (session: Session, { node, name, file, symbol }: FoundCall): ErrorFact[] => {
  if (/^abort(?:WithStatus)?$/.test(name) && session.owners.isOurs(file, 'core')) {
    const [given] = node.arguments;
    const status = given === undefined ? [400] : session.literalsOf(session.cache.typeAt(given)).map(Number);
    return status.map((code) => ({ status: code, code: `E_HTTP_${code}`, description: '' }));
  }
  const tags = symbol === undefined ? [] : session.cache.tagsOf(symbol);
  return tags.filter((tag) => tag.name === 'throws').flatMap(({ text = '' }) => documented(session, text));
};

const documented = ({ known }: Session, text: string): ErrorFact[] => {
  const codes = (text.match(/\bE_[A-Z0-9_]+\b/g) ?? []).flatMap((code) => {
    const row = known.get(code);
    return row === undefined ? [] : [{ ...row, code }];
  });
  const status = /^\{?HttpError\}? \((4\d\d)\)/.exec(text)?.[1];
  return status === undefined
    ? codes
    : [...codes, { status: Number(status), code: `E_HTTP_${status}`, description: '' }];
};
