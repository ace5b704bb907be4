import type { OpenCall } from './reached-calls.ts';
import type { Session } from './session.ts';
import { documentedErrors } from './thrown-errors.ts';
import type { Gap } from './type-reader.ts';

/** The gaps of calls that are not followed. A doc comment with `@throws` says what such a function throws. */
export const openCalls = (session: Session, open: readonly OpenCall[], isAnswerDeclared: boolean): Gap[] =>
  open.flatMap(({ node, symbol, kind }) => {
    if (symbol !== undefined && documentedErrors(session, symbol) !== null) return [];
    const called = nameOf(node.getText());
    const place = session.placeOf(node);
    if (kind === 'code')
      return [
        {
          code: 'E_OPENAPI_CALL',
          message: `The code behind ${called} is not found, so that the document lacks what it throws, reads and answers`,
          fix: 'Say it where it is declared: /** @throws HttpError (409) */, or /** @throws never */ if it throws nothing',
          place,
        },
      ];
    // What the package answers, the route may say itself.
    if (isAnswerDeclared) return [];
    return [
      {
        code: 'E_OPENAPI_CALL',
        message: `${called} hands the request to a package, so that the document lacks what it reads and answers`,
        fix: 'Say it on the route: .meta({ openapi: { replies: { 200: bodyType<Answer>() } } })',
        place,
      },
    ];
  });

/** The call without its arguments, on one line. */
const nameOf = (text: string): string => {
  const [name = ''] = text.replaceAll(/\s+/g, '').split('(');
  return name.length > 60 ? `${name.slice(0, 60)}...` : name;
};
