import type { api, ast } from './compiler-modules.ts';
import { callAt } from './find-handler.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';
import { memberName } from './syntax.ts';
import type { BodyFact, Gap, HandlerQuery, ReplyFact } from './type-reader.ts';

type Declared = ReplyFact | Gap;

/** The responses that a route declares: `.meta({ openapi: { replies: { 202: bodyType<Job>() } } })` after its call. */
export const declaredReplies = (
  session: Session,
  shapes: Shapes,
  query: HandlerQuery,
): { readonly replies: ReplyFact[]; readonly gaps: Gap[] } => {
  const call = query.source && callAt(session, query.source);
  const types = call === null ? null : lastDeclared(session, call, 'replies');
  const all = query.replies.map((status) => declared(session, shapes, { query, status, types }));
  return {
    replies: all.filter((each): each is ReplyFact => 'status' in each),
    gaps: all.filter((each): each is Gap => 'code' in each),
  };
};

interface Given {
  readonly query: HandlerQuery;
  readonly status: number;
  readonly types: Declaration | null;
}

/** The last `meta()` of a route with a key of `openapi`, and the type of that key's value. */
interface Declaration {
  readonly node: ast.Node;
  readonly value: api.Type;
}

/** The request bodies that a route declares: `.meta({ openapi: { bodies: { 'text/csv': bodyType<string>() } } })`. */
export const declaredBodies = (
  session: Session,
  shapes: Shapes,
  query: HandlerQuery,
): { readonly bodies: BodyFact[]; readonly gaps: Gap[] } => {
  const call = query.source && callAt(session, query.source);
  const types = query.bodies.length === 0 || call === null ? null : lastDeclared(session, call, 'bodies');
  const bodies: BodyFact[] = [];
  const gaps: Gap[] = [];
  for (const type of query.bodies) {
    const declared = types === null ? undefined : session.memberOf(types.value, type);
    const body = declared && bodyOf(session, declared);
    if (types !== null && body !== undefined)
      bodies.push({ type, body: shapes.of(body), place: session.placeOf(types.node) });
    else
      gaps.push(
        gap(
          query,
          `declares the body ${type}, whose type cannot be read`,
          `Write it behind the route itself: .meta({ openapi: { bodies: { '${type}': bodyType<Job>() } } })`,
        ),
      );
  }
  return { bodies, gaps };
};

/** The bodies in `describe()` of a middleware: `responses: [{ status: 423, description: 'Locked.', body: bodyType<Lock>() }]`. */
export const describedReplies = (session: Session, shapes: Shapes, code: readonly ast.Node[]): ReplyFact[] => {
  const { ast: syntax, cache } = session;
  const found: ReplyFact[] = [];
  const visit = (node: ast.Node): void => {
    node.forEachChild(visit);
    if (!syntax.isObjectLiteralExpression(node)) return;
    const named = (name: string): ast.Node | undefined => {
      const member = node.properties.find((each) => memberName(session, each) === name);
      return member && syntax.isPropertyAssignment(member) ? member.initializer : undefined;
    };
    const [status, body] = [named('status'), named('body')];
    const given = body && cache.typeAt(body);
    const type = given && bodyOf(session, given);
    if (status === undefined || type === undefined) return;
    const shape = shapes.of(type);
    for (const each of session.valuesAt(status))
      found.push({ status: Number(each), type: 'application/json', body: shape, place: session.placeOf(node) });
  };
  for (const each of code) visit(each);
  return found;
};

const declared = (session: Session, shapes: Shapes, { query, status, types }: Given): Declared => {
  if (status < 200 || status > 599)
    return gap(query, `says a reply ${status}, which is no status of a response`, 'Use a status from 200 to 599');
  const type = types === null ? undefined : session.memberOf(types.value, String(status));
  if (types === null || type === undefined)
    return gap(
      query,
      `says the reply ${status} where it cannot be read`,
      `Write it behind the route itself: .meta({ openapi: { replies: { ${status}: bodyType<Job>() } } })`,
    );
  const { TypeFlags } = session.api;
  const place = session.placeOf(types.node);
  if ((type.flags & TypeFlags.Null) !== 0) return { status, type: null, body: null, place };
  const body = bodyOf(session, type);
  if (body === undefined || (body.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)
    return gap(
      query,
      `says the reply ${status} without the type of its body`,
      `Give it, or null for no body: { ${status}: bodyType<Job>() }`,
    );
  return { status, type: 'application/json', body: shapes.of(body), place };
};

/** The last `meta()` with this key replaces earlier ones. */
const lastDeclared = (session: Session, call: ast.CallExpression, key: 'bodies' | 'replies'): Declaration | null => {
  const { ast: syntax, cache } = session;
  let found: Declaration | null = null;
  let at: ast.CallExpression = call;
  for (;;) {
    const access = at.parent;
    if (!syntax.isPropertyAccessExpression(access) || access.expression !== at) return found;
    const next = access.parent;
    if (!syntax.isCallExpression(next) || next.expression !== access) return found;
    at = next;
    const [node] = at.arguments;
    const values = access.name.text === 'meta' && node !== undefined ? cache.typeAt(node) : undefined;
    const openapi = values && session.memberOf(values, 'openapi');
    const value = openapi && session.memberOf(openapi, key);
    if (node !== undefined && value !== undefined) found = { node, value };
  }
};

/** The type in `BodyType<Body>` of this package. */
const bodyOf = (session: Session, type: api.Type): api.Type | undefined => {
  const isBody = session.isOurs(type, 'BodyType', 'openapi') && type.isObjectType() && type.isTypeReference();
  return isBody ? session.cache.argumentsOf(type)[0] : undefined;
};

const gap = ({ route, source }: HandlerQuery, what: string, fix: string): Gap => ({
  code: 'E_OPENAPI_REPLY',
  message: `${route} ${what}`,
  fix,
  place: source,
});
