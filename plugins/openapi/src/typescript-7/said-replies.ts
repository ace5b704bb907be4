import type * as ast from 'typescript/unstable/ast';
import type * as api from 'typescript/unstable/sync';
import type { Gap, HandlerQuery, ReplyFact } from '../reader/type-reader.ts';
import { callAt } from './find-handler.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';

type Said = ReplyFact | Gap;

/** The responses that a route declares: `.meta({ openapi: { replies: { 202: type<Job>() } } })` after its call. */
export const saidReplies = (
  session: Session,
  shapes: Shapes,
  query: HandlerQuery,
): { readonly replies: ReplyFact[]; readonly gaps: Gap[] } => {
  const call = query.source && callAt(session, query.source);
  const types = call === null ? null : lastSaid(session, call);
  const all = query.replies.map((status) => said(session, shapes, { query, status, types }));
  return {
    replies: all.filter((each): each is ReplyFact => 'status' in each),
    gaps: all.filter((each): each is Gap => 'code' in each),
  };
};

interface Given {
  readonly query: HandlerQuery;
  readonly status: number;
  readonly types: { readonly node: ast.Node; readonly replies: api.Type } | null;
}

const said = (session: Session, shapes: Shapes, { query, status, types }: Given): Said => {
  if (status < 200 || status > 599)
    return gap(query, `says a reply ${status}, which is no status of a response`, 'Use a status from 200 to 599');
  const type = types === null ? undefined : session.memberOf(types.replies, String(status));
  if (types === null || type === undefined)
    return gap(
      query,
      `says the reply ${status} where it cannot be read`,
      `Write it behind the route itself: .meta({ openapi: { replies: { ${status}: type<Job>() } } })`,
    );
  const { TypeFlags } = session.api;
  const place = session.placeOf(types.node);
  if ((type.flags & TypeFlags.Null) !== 0) return { status, type: null, body: null, place };
  const body = bodyOf(session, type);
  if (body === undefined || (body.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)
    return gap(
      query,
      `says the reply ${status} without the type of its body`,
      `Give it, or null for no body: { ${status}: type<Job>() }`,
    );
  return { status, type: 'application/json', body: shapes.of(body), place };
};

/** The replies of the last `meta()` that has any: it replaces those before it. */
const lastSaid = (session: Session, call: ast.CallExpression): Given['types'] => {
  const { ast: syntax, answers } = session;
  let found: Given['types'] = null;
  let at: ast.CallExpression = call;
  for (;;) {
    const access = at.parent;
    if (!syntax.isPropertyAccessExpression(access) || access.expression !== at) return found;
    const next = access.parent;
    if (!syntax.isCallExpression(next) || next.expression !== access) return found;
    at = next;
    const [node] = at.arguments;
    const values = access.name.text === 'meta' && node !== undefined ? answers.typeAt(node) : undefined;
    const openapi = values && session.memberOf(values, 'openapi');
    const replies = openapi && session.memberOf(openapi, 'replies');
    if (node !== undefined && replies !== undefined) found = { node, replies };
  }
};

/** The type in `BodyType<Body>` of this package. */
const bodyOf = (session: Session, type: api.Type): api.Type | undefined => {
  const symbol = type.isObjectType() ? type.getSymbol() : undefined;
  if (
    symbol?.name !== 'BodyType' ||
    !session.origins.isOurs(session.fileOf(symbol), 'openapi') ||
    !type.isTypeReference()
  )
    return undefined;
  return session.answers.argumentsOf(type)[0];
};

const gap = ({ route, source }: HandlerQuery, what: string, fix: string): Gap => ({
  code: 'E_API_REPLY',
  message: `${route} ${what}`,
  fix,
  place: source,
});
