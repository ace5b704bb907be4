import type { Spot } from './call-targets.ts';
import type { ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import { functionOf } from './syntax.ts';
import type { Gap } from './type-reader.ts';

/** How a middleware changes the responses of the code after it. */
export interface ChangedReplies {
  /** The status that every success gets; null if it keeps its own. */
  readonly status: number | null;
  /** Statuses of responses that it replaces by its own. */
  readonly replaced: readonly number[];
  readonly gaps: readonly Gap[];
}

/** The code beside a middleware. */
interface Around {
  /** Whether the middleware makes responses itself. */
  readonly makesReplies: boolean;
  /** Whether the handler has errors. */
  readonly fails: boolean;
}

/** Finds `response.status = 202`, and the choice between the response of `next()` and one of its own by the status. */
export const changedReplies = (
  session: Session,
  roots: readonly Spot[],
  { makesReplies, fails }: Around,
): ChangedReplies => {
  const { ast: syntax } = session;
  const gaps: Gap[] = [];
  const replaced: number[] = [];
  let status: number | null = null;
  const visit = (node: ast.Node): void => {
    node.forEachChild(visit);
    if (!isStatus(session, node)) return;
    const { parent } = node;
    const isSet =
      syntax.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === syntax.SyntaxKind.EqualsToken;
    if (isSet) {
      const [value, ...others] = session.valuesAt(parent.right);
      const isKnown = typeof value === 'number' && others.length === 0 && isAlways(session, parent);
      if (isKnown) status = value;
      // `next()` also resolves to the responses of errors.
      if (!isKnown || fails) gaps.push(changes(session, parent));
    } else if (makesReplies) {
      const statuses = replacedBy(session, node);
      if (statuses === null) gaps.push(replaces(session, node));
      else replaced.push(...statuses);
    }
  };
  for (const { node } of roots) visit(node);
  return { status, replaced, gaps };
};

/** The statuses in `response.status === 404 ? json(200, holder) : response`; null for any other choice by the status. */
const replacedBy = (session: Session, node: ast.PropertyAccessExpression): readonly number[] | null => {
  const { ast: syntax } = session;
  const test = node.parent;
  const choice = test?.parent;
  if (test === undefined || choice === undefined || !syntax.isBinaryExpression(test) || test.left !== node) return null;
  if (!syntax.isConditionalExpression(choice) || choice.condition !== test) return null;
  const isEqual = test.operatorToken.kind === syntax.SyntaxKind.EqualsEqualsEqualsToken;
  const isOther = test.operatorToken.kind === syntax.SyntaxKind.ExclamationEqualsEqualsToken;
  const [replacement, kept] = isOther ? [choice.whenFalse, choice.whenTrue] : [choice.whenTrue, choice.whenFalse];
  const response = node.expression.getText();
  if ((!isEqual && !isOther) || kept.getText() !== response || replacement.getText() === response) return null;
  const statuses = session.valuesAt(test.right).filter((value) => typeof value === 'number');
  return statuses.length === 0 ? null : statuses;
};

/** Whether a node is `response.status` of a response of the framework. */
const isStatus = (session: Session, node: ast.Node): node is ast.PropertyAccessExpression => {
  if (!session.ast.isPropertyAccessExpression(node) || node.name.text !== 'status') return false;
  return session.isOurs(session.cache.typeAt(node.expression), 'Response');
};

/** Whether a statement runs with each request that reaches its function. */
const isAlways = (session: Session, node: ast.Node): boolean => {
  const { ast: syntax } = session;
  const statement = node.parent;
  const block = statement.parent;
  return (
    syntax.isExpressionStatement(statement) &&
    syntax.isBlock(block) &&
    functionOf(session, block.parent) === block.parent
  );
};

const fix =
  'Set the status without a condition, response.status = 202, or say the responses at the route: .meta({ openapi: { replies: { 202: bodyType<Job>() } } })';

const changes = (session: Session, node: ast.Node): Gap => ({
  code: 'E_OPENAPI_MIDDLEWARE',
  message: 'A middleware changes the status of responses, and the code does not say which one each gets',
  fix,
  place: session.placeOf(node),
});

const replaces = (session: Session, node: ast.Node): Gap => ({
  code: 'E_OPENAPI_MIDDLEWARE',
  message:
    'A middleware chooses by the status between the response of next() and one of its own, so that the document may have a response that is never sent',
  fix,
  place: session.placeOf(node),
});
