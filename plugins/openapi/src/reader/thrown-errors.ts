import type { AuthorFrame } from '@taproot/core/internal';
import type { ArgumentValues } from './argument-values.ts';
import type { api, ast } from './compiler-modules.ts';
import type { FoundCall, Reached } from './reached-calls.ts';
import type { Session } from './session.ts';
import { bare, baseOf, initializerOf, isClass, isSuper, memberName } from './syntax.ts';
import type { ErrorFact, Gap } from './type-reader.ts';

/** An error, with the type of its details. */
interface FoundError extends Omit<ErrorFact, 'details'> {
  readonly details?: Details | undefined;
}

interface Details {
  readonly type: api.Type;
  readonly place: AuthorFrame;
}

/** Errors, and those of which the code does not say the status. */
interface Errors {
  readonly errors: readonly FoundError[];
  readonly gaps: readonly Gap[];
}

/**
 * The errors with a status below 500 that code can answer with: those that it throws or makes for other code to throw, and those that
 * functions without code here declare with `@throws`.
 */
export const thrownErrors = (session: Session, reached: Reached): Errors => {
  const { calls, thrown, made, given, open, values } = reached;
  const types = session.cache.typesAt(made);
  const isMade = new Set<ast.Node>(made);
  const all: Errors[] = [
    // What is made in code that is read has its status there.
    ...thrown.map(({ node, type }) => {
      if (!reached.escapes(node, type)) return none;
      const found = ofValue(session, { node, type, values, isThrown: true });
      return found.errors.length === 0 &&
        leavesOf(session, node, reached).every((each) => isMade.has(each) && each !== node)
        ? none
        : found;
    }),
    ...made.map((node, i) => {
      const type = types[i];
      return type === undefined || !isError(session, type) || !reached.escapes(node, type)
        ? none
        : ofValue(session, { node, type, values, isThrown: false });
    }),
    ...calls.map((call) => ofCall(session, call, reached)),
    ...[...given, ...open].map(({ node, symbol }) => ({
      errors: (symbol && reached.escapes(node) && documentedErrors(session, symbol)) || [],
      gaps: [],
    })),
  ];
  const errors = all.flatMap((each) => each.errors).filter(({ status }) => status >= 400 && status < 500);
  return { errors, gaps: all.flatMap(({ gaps }) => gaps) };
};

const none: Errors = { errors: [], gaps: [] };

/** The expressions that an expression stands for: what a function of the application returns, the value of a variable, both alternatives. */
const leavesOf = (session: Session, given: ast.Node, reached: Reached, left = 6): readonly ast.Node[] => {
  const { ast: syntax } = session;
  const node = bare(session, given);
  const all = (nodes: readonly ast.Node[]) => nodes.flatMap((each) => leavesOf(session, each, reached, left - 1));
  if (left === 0) return [node];
  if (syntax.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse]);
  if (syntax.isBinaryExpression(node)) return all([node.left, node.right]);
  if (syntax.isCallExpression(node)) {
    const returned = reached.returned(node);
    return returned.length === 0 ? [node] : all(returned);
  }
  if (!syntax.isIdentifier(node)) return [node];
  const values = reached.values.of(node).filter((each) => each !== node);
  if (values.length > 0) return all(values);
  const declared = session.symbolAt(node)?.valueDeclaration?.resolve();
  const value = declared && initializerOf(session, declared);
  return value === undefined ? [node] : all([value]);
};

interface Value {
  readonly node: ast.Node;
  readonly type: api.Type;
  readonly values: ArgumentValues;
  readonly isThrown: boolean;
}

/** The literal types of an error contain its status and its code; otherwise the call of `super()` or of `new HttpError()` does. */
const ofValue = (session: Session, { node: given, type, values, isThrown }: Value): Errors => {
  const node = bare(session, given);
  const isOwn = isHttpError(session, type);
  const written = literals(session, type, 'status').filter((value) => typeof value === 'number');
  if (!isOwn && !isExposed(session, type)) return isThrown ? notAnswered(session, node, type) : none;
  const known = writtenIn(session, node, type, values);
  const statuses = written.length > 0 ? written : known.statuses;
  const own = isOwn
    ? (literals(session, type, 'code').map(String)[0] ?? writtenCode(session, node) ?? known.code)
    : null;
  const text = session.ast.isNewExpression(node)
    ? node.arguments?.find((argument) => session.ast.isStringLiteral(argument))
    : undefined;
  const description = text !== undefined && session.ast.isStringLiteral(text) ? text.text : known.description;
  if (
    statuses.length === 0 &&
    hasStatus(session, type) &&
    !isCaught(session, node) &&
    (isThrown || session.ast.isNewExpression(node))
  )
    return { errors: [], gaps: [noStatus(session, node)] };
  const { details } = known;
  return {
    errors: statuses.map((status) => ({ status, code: own ?? `E_HTTP_${status}`, description, details })),
    gaps: [],
  };
};

/** Whether the server takes the status of an error that is not of the framework: those of http-errors have `expose`. */
const isExposed = (session: Session, type: api.Type): boolean => literals(session, type, 'expose').includes(true);

/** An error that is thrown with a status which the server does not take: it answers 500. */
const notAnswered = (session: Session, node: ast.Node, type: api.Type): Errors => {
  const statuses = literals(session, type, 'status').map(Number);
  const hasOne =
    statuses.some((each) => each >= 400 && each < 500) || (statuses.length === 0 && hasStatus(session, type));
  return !hasOne || isCaught(session, node)
    ? none
    : { errors: [], gaps: [answers500(session, node, statuses[0] ?? null)] };
};

const literals = (session: Session, type: api.Type, name: string) => session.literalsOf(session.memberOf(type, name));

const isError = (session: Session, type: api.Type): boolean =>
  isHttpError(session, type) ||
  (session.cache.property(type, 'stack') !== undefined && session.cache.property(type, 'status') !== undefined);

/** Whether a type is an error of the framework, or extends one. */
const isHttpError = (session: Session, type: api.Type): boolean => {
  const fix = session.cache.property(type, 'fix');
  return (
    fix !== undefined &&
    session.owners.isOurs(session.fileOf(fix), 'core') &&
    session.cache.property(type, 'status') !== undefined
  );
};

/** Whether every error of a type has a status of its own. That of a `FrameworkError` is 500 unless it says another. */
const hasStatus = (session: Session, type: api.Type): boolean => {
  const status = session.cache.property(type, 'status');
  const known = status && session.cache.typeOf(status);
  if (known === undefined || (known.flags & session.api.TypeFlags.Number) === 0) return false;
  return !/framework-error(?:\.d)?\.ts$/.test(session.fileOf(status));
};

/** Whether code only passes on an error that it has caught: what threw it is in the code, too. */
const isCaught = (session: Session, node: ast.Node): boolean => {
  if (!session.ast.isIdentifier(node)) return false;
  const declared = session.symbolAt(node)?.valueDeclaration?.resolve();
  return declared?.parent?.kind === session.ast.SyntaxKind.CatchClause;
};

interface Written {
  readonly statuses: readonly number[];
  readonly code: string | undefined;
  readonly description: string;
  readonly details: Details | undefined;
}

const unwritten: Written = { statuses: [], code: undefined, description: '', details: undefined };

/** Status, code and message in `super(409, 'Taken.', { code: 'E_TAKEN' })` of the class of an error, or in `new HttpError(409)`. */
const writtenIn = (session: Session, node: ast.Node, type: api.Type, values: ArgumentValues): Written => {
  const declared = type
    .getSymbol()
    ?.declarations.find(({ path }) => session.owners.of(path).kind === 'application')
    ?.resolve();
  const given = session.ast.isNewExpression(node) ? (node.arguments ?? []) : null;
  const at: Made = { given, values, bound: new Map() };
  if (declared !== undefined && isClass(session, declared)) return ofClass(session, declared, at);
  return given === null ? unwritten : ofArguments(session, given, at);
};

/** An object of a class that is made. */
interface Made {
  /** Null where it is not known. */
  readonly given: readonly ast.Node[] | null;
  readonly values: ArgumentValues;
  /** Arguments that constructors of subclasses give, by the parameter of the constructor above them. */
  readonly bound: ReadonlyMap<ast.Node, ast.Node>;
}

const ofClass = (session: Session, declared: ast.Node, made: Made, depth = 6): Written => {
  if (!isClass(session, declared) || depth === 0) return unwritten;
  const constructor = declared.members.find((member) => session.ast.isConstructorDeclaration(member));
  const base = baseOf(session, declared);
  const symbol = base === null ? undefined : session.symbolAt(base);
  const above = symbol?.declarations.find(({ path }) => session.owners.of(path).kind === 'application')?.resolve();
  const call = constructor === undefined ? null : superCall(session, constructor);
  // Without a constructor of its own, a class takes the arguments of its base.
  const given = call === null ? made.given : call.arguments;
  const bound = new Map(made.bound);
  if (constructor !== undefined && made.given !== null)
    for (const [i, parameter] of constructor.parameters.entries()) {
      const value = made.given[i] ?? parameter.initializer;
      if (value !== undefined) bound.set(parameter, value);
    }
  if (above !== undefined) return ofClass(session, above, { ...made, given, bound }, depth - 1);
  return given === null ? unwritten : ofArguments(session, given, { ...made, bound });
};

/** The values of an argument: those that subclasses and callers give for a parameter. */
const valuesOf = (session: Session, node: ast.Node, { values, bound }: Made): readonly ast.Node[] => {
  const at = bare(session, node);
  const symbol = session.ast.isShorthandPropertyAssignment(at.parent)
    ? session.checker.getShorthandAssignmentValueSymbol(at.parent)
    : session.ast.isIdentifier(at)
      ? session.symbolAt(at)
      : undefined;
  const declared = symbol?.valueDeclaration?.resolve();
  const value = declared && bound.get(declared);
  return value === undefined ? values.of(at) : valuesOf(session, value, { values, bound, given: null });
};

const superCall = (session: Session, root: ast.Node): ast.CallExpression | null => {
  let found: ast.CallExpression | null = null;
  const visit = (node: ast.Node): void => {
    if (session.ast.isCallExpression(node) && isSuper(session, node.expression)) found ??= node;
    node.forEachChild(visit);
  };
  root.forEachChild(visit);
  return found;
};

/** Status, message and code, as `HttpError` takes them. */
const ofArguments = (session: Session, given: readonly ast.Node[], made: Made): Written => {
  const of = (node: ast.Node | undefined) => (node === undefined ? [] : valuesOf(session, node, made));
  const [first, second] = given;
  const statuses = of(first).flatMap((node) => session.valuesAt(node));
  const inInit = given.flatMap((argument) => memberIn(session, argument, 'status', of));
  const [text] = of(second);
  return {
    statuses: [...statuses, ...inInit].filter((value) => typeof value === 'number'),
    code: given.flatMap((argument) => memberIn(session, argument, 'code', of)).map(String)[0],
    description: text !== undefined && session.ast.isStringLiteral(text) ? text.text : '',
    details: given.flatMap((argument) => detailsIn(session, argument) ?? [])[0],
  };
};

/** The type of `details` in `new ConflictError('...', { details: { room } })`. */
const detailsIn = (session: Session, given: ast.Node): Details | undefined => {
  const object = mayHave(session, given, 'details') ? session.cache.typeAt(given) : undefined;
  const type = object && session.memberOf(object, 'details');
  return type && { type, place: session.placeOf(given) };
};

/** Whether a node is an object that is written with a member of this name, or with a spread, which may have it. */
const mayHave = (session: Session, node: ast.Node, name: string): boolean =>
  session.ast.isObjectLiteralExpression(node) &&
  node.properties.some((each) => session.ast.isSpreadAssignment(each) || memberName(session, each) === name);

/** The code of `new ConflictError('...', { code: 'E_ROOM_TAKEN' })`. */
const writtenCode = (session: Session, node: ast.Node): string | undefined =>
  session.ast.isNewExpression(node)
    ? (node.arguments ?? []).flatMap((given) => codeIn(session, given) ?? [])[0]
    : undefined;

/** The literal values of a member of an object that is written as an argument. */
const memberIn = (
  session: Session,
  given: ast.Node,
  name: string,
  of = (node: ast.Node): readonly ast.Node[] => [node],
): readonly (string | number | boolean)[] => {
  const { ast: syntax } = session;
  const member = mayHave(session, given, name) ? writtenMember(session, given, name) : undefined;
  if (member === undefined) return [];
  const value = syntax.isPropertyAssignment(member)
    ? member.initializer
    : syntax.isShorthandPropertyAssignment(member)
      ? member.name
      : null;
  return value === null ? [] : of(value).flatMap((node) => session.valuesAt(node));
};

/** A member of an object. The compiler is asked only where a spread may bring it. */
const writtenMember = (session: Session, given: ast.Node, name: string): ast.Node | undefined => {
  const { ast: syntax, cache } = session;
  const members = syntax.isObjectLiteralExpression(given) ? given.properties : [];
  if (!members.some((each) => syntax.isSpreadAssignment(each)))
    return members.find((each) => memberName(session, each) === name);
  const type = cache.typeAt(given);
  return type && cache.property(type, name)?.valueDeclaration?.resolve();
};

const codeIn = (session: Session, given: ast.Node): string | undefined =>
  memberIn(session, given, 'code').map(String)[0];

/** `abort(404)` of the request, and the tags of `@throws` of any other function. */
const ofCall = (session: Session, { node, name, file, symbol }: FoundCall, { values, escapes }: Reached): Errors => {
  if (!/^abort(?:WithStatus(?:Json)?)?$/.test(name) || !session.owners.isOurs(file, 'core'))
    return { errors: (symbol && escapes(node) && documentedErrors(session, symbol)) || [], gaps: [] };
  // `abort()` ends the request, whatever catches its error.
  const [given] = node.arguments;
  const status = given === undefined ? [400] : values.of(given).flatMap((each) => session.valuesAt(each).map(Number));
  if (status.length === 0) return { errors: [], gaps: [noStatus(session, node)] };
  // What it sends is a response of its own, no error of the framework.
  if (name === 'abortWithStatusJson') return none;
  return { errors: status.map((code) => ({ status: code, code: `E_HTTP_${code}`, description: '' })), gaps: [] };
};

/** The errors of the tags `@throws E_CODE` and `@throws HttpError (403)`; null for a function without `@throws`. */
export const documentedErrors = (session: Session, symbol: api.Symbol): FoundError[] | null => {
  const tags = session.cache.tagsOf(symbol).filter((tag) => tag.name === 'throws');
  return tags.length === 0 ? null : tags.flatMap(({ text = '' }) => documented(session, text));
};

const documented = ({ known }: Session, text: string): FoundError[] => {
  const codes = (text.match(/\bE_[A-Z0-9_]+\b/g) ?? []).flatMap((code) => {
    const row = known.get(code);
    return row === undefined ? [] : [{ ...row, code }];
  });
  const status = /^\{?HttpError\}? \((4\d\d)\)/.exec(text)?.[1];
  return status === undefined
    ? codes
    : [...codes, { status: Number(status), code: `E_HTTP_${status}`, description: '' }];
};

const answers500 = (session: Session, node: ast.Node, status: number | null): Gap => ({
  code: 'E_OPENAPI_ERROR',
  message: `An error has ${status === null ? 'a status' : `the status ${status}`}, but the server answers it with 500, as it is no HttpError`,
  fix: `Throw an HttpError, new HttpError(${status ?? 409}, message), or give the error a member: readonly expose = true`,
  place: session.placeOf(node),
});

const noStatus = (session: Session, node: ast.Node): Gap => ({
  code: 'E_OPENAPI_ERROR',
  message: 'An error has a status that no type says, so that the document lacks this response',
  fix: "Give the status as a number where the error is made: new HttpError(409, 'Taken'), super(409, 'Taken')",
  place: session.placeOf(node),
});
