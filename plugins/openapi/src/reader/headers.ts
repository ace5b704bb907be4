import type { ast } from './compiler-modules.ts';
import type { FoundCall, Reached } from './reached-calls.ts';
import type { Session } from './session.ts';
import type { Gap, HeaderFact } from './type-reader.ts';

/** Methods of a response and of `ctx.response()` that set a header or a cookie by its name. */
const setters: Readonly<Record<string, HeaderFact['kind']>> = {
  header: 'header',
  setHeader: 'header',
  appendHeader: 'header',
  cookie: 'cookie',
  withoutCookie: 'cookie',
};

type Sent = readonly (readonly [name: string, statuses: readonly number[]])[];

/** Headers that `file()` sets itself, on responses of these statuses. */
const ofFile: Sent = [
  ['ETag', [200, 206, 304, 412, 416]],
  ['Last-Modified', [200, 206, 304, 412, 416]],
  ['Accept-Ranges', [200, 206, 304, 412, 416]],
  ['Content-Range', [206, 416]],
];

const ofDownload: Sent = [...ofFile, ['Content-Disposition', [200, 206]]];

/** The headers and cookies that code sets on its responses: `response().header('ETag', tag)`. */
export const readHeaders = (
  session: Session,
  { calls, values }: Reached,
): { readonly headers: HeaderFact[]; readonly gaps: Gap[] } => {
  const headers: HeaderFact[] = [];
  const gaps: Gap[] = [];
  for (const call of calls) {
    const { node, name, file } = call;
    if (!session.owners.isOurs(file, 'core') || !/\/(?:response|response-builder)\.(?:d\.)?ts$/.test(file)) continue;
    const place = session.placeOf(node);
    for (const [header, statuses] of name === 'file' ? ofFile : name === 'download' ? ofDownload : [])
      headers.push({ kind: 'header', name: header, type: 'string', statuses, place });
    const kind = Object.hasOwn(setters, name) ? setters[name] : undefined;
    // `header('ETag')` of a response reads.
    if (kind === undefined || (name === 'header' && node.arguments.length < 2)) continue;
    const [first] = call.node.arguments;
    const names = first === undefined ? [] : values.of(first).flatMap((each) => namesIn(session, each));
    if (names.length === 0) gaps.push(unknownName(kind, place));
    for (const each of names)
      headers.push({ kind, name: each, type: typeOfValue(session, call), statuses: null, place });
  }
  return { headers, gaps };
};

/** The names in the first argument: a string, or the member `name` of an object. */
const namesIn = (session: Session, given: ast.Node): string[] => {
  const type = session.cache.typeAt(given);
  if (type === undefined) return [];
  const direct = session.literalsOf(type);
  if (direct.length > 0) return direct.map(String);
  // Where a string is expected, the compiler forgets the literal: only the code has it.
  const written = session.ast.isObjectLiteralExpression(given) ? memberNamed(session, given, 'name') : undefined;
  const member = written === undefined ? session.memberOf(type, 'name') : session.cache.typeAt(written);
  return session.literalsOf(member).map(String);
};

const memberNamed = (
  { ast: syntax }: Session,
  object: ast.ObjectLiteralExpression,
  name: string,
): ast.Node | undefined => {
  for (const member of object.properties)
    if (syntax.isPropertyAssignment(member) && member.name.getText() === name) return member.initializer;
  return undefined;
};

const typeOfValue = ({ cache, api }: Session, { node }: FoundCall): HeaderFact['type'] => {
  const value = node.arguments[1];
  const flags = (value && cache.typeAt(value))?.flags ?? 0;
  return (flags & (api.TypeFlags.Number | api.TypeFlags.NumberLiteral)) === 0 ? 'string' : 'number';
};

const unknownName = (kind: HeaderFact['kind'], place: Gap['place']): Gap => ({
  code: 'E_OPENAPI_REPLY',
  message: `A ${kind} is set whose name no type says`,
  fix:
    kind === 'header'
      ? "Write its name as a string, or say it at the route: .meta({ openapi: { headers: { 'X-Total': { type: 'integer' } } } })"
      : "Write its name as a string, or say it at the route: .meta({ openapi: { cookies: { session: 'The session.' } } })",
  place,
});
