import type { ast } from './compiler-modules.ts';
import type { Reached } from './reached-calls.ts';
import type { Session } from './session.ts';
import { baseOf, type CallLike, isClass, isSuper, memberName } from './syntax.ts';
import type { HeaderFact } from './type-reader.ts';

/** The headers that code gives with errors: `new HttpError(429, 'Later.', { headers: { 'Retry-After': '5' } })`, and in `super()` of their classes. */
export const errorHeaders = (session: Session, { made, values }: Reached): HeaderFact[] => {
  const types = session.cache.typesAt(made);
  return made.flatMap((node, i) => {
    const type = types[i];
    if (type === undefined || session.cache.property(type, 'fix') === undefined) return [];
    const typed = session.literalsOf(session.memberOf(type, 'status')).filter((value) => typeof value === 'number');
    return callsOf(session, node).flatMap((call) => {
      const [first] = call.arguments ?? [];
      const written = first === undefined ? [] : values.of(first).flatMap((each) => session.valuesAt(each));
      const statuses = typed.length > 0 ? typed : written.filter((value) => typeof value === 'number');
      if (statuses.length === 0) return [];
      return (call.arguments ?? []).flatMap((given) =>
        namesIn(session, given).map(
          (name): HeaderFact => ({
            kind: 'header',
            name,
            type: 'string',
            statuses,
            place: session.placeOf(call),
          }),
        ),
      );
    });
  });
};

/** How many classes an error may extend. */
const depth = 6;

/** The call that makes an error, and those of `super()` in its class and the classes above. */
const callsOf = (session: Session, node: ast.NewExpression): readonly CallLike[] => {
  const found: CallLike[] = [node];
  const { ast: syntax } = session;
  const visit = (each: ast.Node): void => {
    if (syntax.isCallExpression(each) && isSuper(session, each.expression)) found.push(each);
    each.forEachChild(visit);
  };
  const visitClass = (named: ast.Node, left: number): void => {
    const handle = session
      .symbolAt(named)
      ?.declarations.find(({ path }) => session.owners.of(path).kind === 'application');
    const body = handle?.resolve();
    if (body === undefined || !isClass(session, body) || left === 0) return;
    for (const member of body.members) if (syntax.isConstructorDeclaration(member)) visit(member);
    const base = baseOf(session, body);
    if (base !== null) visitClass(base, left - 1);
  };
  visitClass(node.expression, depth);
  return found;
};

/** The names in `{ headers: { 'Retry-After': '5' } }`. */
const namesIn = (session: Session, given: ast.Node): readonly string[] => {
  const { ast: syntax } = session;
  if (!syntax.isObjectLiteralExpression(given)) return [];
  const member = given.properties.find((each) => memberName(session, each) === 'headers');
  const headers = member !== undefined && syntax.isPropertyAssignment(member) ? member.initializer : undefined;
  if (headers === undefined || !syntax.isObjectLiteralExpression(headers)) return [];
  return headers.properties.flatMap((each) => memberName(session, each) ?? []);
};
