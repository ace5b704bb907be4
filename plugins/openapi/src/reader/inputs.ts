import type { ArgumentValues } from './argument-values.ts';
import type { api, ast } from './compiler-modules.ts';
import type { FoundCall, Reached } from './reached-calls.ts';
import type { Session } from './session.ts';
import { receiverOf } from './syntax.ts';
import type { CredentialsFact, Gap, InputFact, Literal } from './type-reader.ts';
import type { TypeShape } from './type-shape.ts';

type Place = InputFact['in'];

const map: TypeShape = { kind: 'object', members: [], open: { kind: 'unknown' } };

/** Methods of `ctx.request()` that read one value by name: the place where they look, and the type they return. */
const readers: Readonly<Record<string, readonly [Place, TypeShape]>> = {
  header: ['header', { kind: 'string' }],
  cookie: ['cookie', { kind: 'string' }],
  query: ['query', { kind: 'string' }],
  queryInt: ['query', { kind: 'integer' }],
  queryInt64: ['query', { kind: 'string' }],
  queryBool: ['query', { kind: 'boolean' }],
  queryArray: ['query', { kind: 'array', of: { kind: 'string' } }],
  queryMap: ['query', { kind: 'object', members: [], open: { kind: 'string' } }],
  input: ['body', { kind: 'string' }],
  inputInt: ['body', { kind: 'integer' }],
  inputInt64: ['body', { kind: 'string' }],
  inputBool: ['body', { kind: 'boolean' }],
  inputArray: ['body', { kind: 'array', of: { kind: 'string' } }],
  inputMap: ['body', map],
  inputMapArray: ['body', { kind: 'array', of: map }],
  file: ['file', { kind: 'string' }],
  files: ['file', { kind: 'array', of: { kind: 'string' } }],
  routeInt: ['path', { kind: 'integer' }],
};

/** The meaning of other text than that of an integer or of a boolean. */
const conversions: Readonly<Partial<Record<TypeShape['kind'], string>>> = {
  integer: 'Other text counts as not sent.',
  boolean: 'Only 1, true, on and yes are true.',
};

/** Methods that take several names, of which no call says the types. */
const severalNames = new Set(['only', 'has', 'filled']);

/** Methods that read everything. */
const whole: Readonly<Record<string, Place>> = { all: 'body', except: 'body', queries: 'query' };

/** The input that code reads, and the gaps in it. */
export interface Inputs {
  readonly inputs: readonly InputFact[];
  readonly gaps: readonly Gap[];
  /** Whether the code reads the body, of whatever content. */
  readonly body: 'raw' | 'parsed' | null;
}

/** Reads what the code of a handler takes from a request. */
export class InputReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The values that code reads by literal names, such as `query('page')`, and the bodies that it reads whole. */
  read({ calls, values }: Reached, validates: boolean): Inputs {
    const own = calls.filter((call) => this.#isOfRequest(call));
    const found = own.map((call) => this.#call(call, values, validates));
    const names = own.map(({ name }) => name);
    return {
      inputs: found.flatMap(({ inputs }) => inputs),
      gaps: found.flatMap(({ gaps }) => gaps),
      body: names.some((name) => name === 'rawBody' || name === 'toWeb')
        ? 'raw'
        : names.some((name) => name === 'body' || whole[name] === 'body')
          ? 'parsed'
          : null,
    };
  }

  /** `header()` of the response has the name of that of the request. */
  #isOfRequest({ file }: FoundCall): boolean {
    return /\/request(?:\.d)?\.ts$/.test(file) && this.#session.owners.isOurs(file, 'core');
  }

  #call({ node, name }: FoundCall, values: ArgumentValues, validates: boolean): Pick<Inputs, 'inputs' | 'gaps'> {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader !== undefined) {
      const [where, shape] = reader;
      const { inputs, gaps } = this.#named(node, reader, node.arguments.slice(0, 1), values);
      const byDefault = where === 'path' ? undefined : this.#defaultOf(shape, node.arguments[1]);
      const converts = where === 'query' || where === 'body' ? conversions[shape.kind] : undefined;
      return { inputs: inputs.map((input) => ({ ...input, byDefault, converts })), gaps };
    }
    if (severalNames.has(name)) return this.#named(node, ['body', { kind: 'unknown' }], node.arguments, values);
    if (name === 'bind' || name === 'bindQuery') return this.#bound(node, name === 'bind' ? 'body' : 'query');
    const all = Object.hasOwn(whole, name) ? whole[name] : undefined;
    if (all !== undefined) return validates ? nothing : { inputs: [], gaps: [readsAll(this.#session, node, name)] };
    if (name === 'body' && !isIgnored(this.#session, node)) return this.#body(node, validates);
    return nothing;
  }

  /** The second argument of `queryInt('page', 1)`, if it is written there and has the type of the value; 0 and false without one. */
  #defaultOf({ kind }: TypeShape, given: ast.Node | undefined): Literal | undefined {
    if (given === undefined) return kind === 'integer' ? 0 : kind === 'boolean' ? false : undefined;
    const [value, ...others] = this.#session.valuesAt(given);
    const isFitting = typeof value === (kind === 'integer' ? 'number' : kind);
    return isFitting && value !== '' && others.length === 0 ? value : undefined;
  }

  #named(
    node: ast.Node,
    [where, shape]: readonly [Place, TypeShape],
    given: readonly ast.Node[],
    values: ArgumentValues,
  ): Pick<Inputs, 'inputs' | 'gaps'> {
    const names = given.map((argument) => values.of(argument).flatMap((each) => this.#session.valuesAt(each)));
    return {
      inputs: names.flat().map((each) => ({ in: where, name: String(each), shape })),
      gaps: names.some((each) => each.length === 0) ? [noName(this.#session, node)] : [],
    };
  }

  /** `bind(new Filter())` reads the fields of the class. */
  #bound(node: ast.CallExpression, where: Place): Pick<Inputs, 'inputs' | 'gaps'> {
    const { cache, api: ts } = this.#session;
    const [target] = node.arguments;
    const type = target && cache.typeAt(target);
    const fields =
      type === undefined
        ? []
        : [...cache.propertiesOf(type).values()].filter(({ flags }) => (flags & ts.SymbolFlags.Method) === 0);
    if (fields.length === 0) return { inputs: [], gaps: [readsAll(this.#session, node, 'bind')] };
    return this.#believed(node, where, fields);
  }

  /** Members of a type that the code believes: nothing checks what a client sends for them. */
  #believed(node: ast.Node, where: Place, members: readonly api.Symbol[]): Pick<Inputs, 'inputs' | 'gaps'> {
    const inputs = members.map(({ name }): InputFact => ({ in: where, name, shape: { kind: 'unknown' } }));
    return { inputs, gaps: [believed(this.#session, node)] };
  }

  /** `(await body()) as NewBook`: the names of the members of that type. */
  #body(node: ast.CallExpression, validates: boolean): Pick<Inputs, 'inputs' | 'gaps'> {
    const { cache } = this.#session;
    const said = asserted(this.#session, node);
    const type = said && cache.typeAt(said);
    if (type === undefined) return validates ? nothing : { inputs: [], gaps: [readsAll(this.#session, node, 'body')] };
    // Rules say more than a type that the code believes, and so do declared bodies.
    if (validates) return nothing;
    const isObject = type.isObjectType() && !cache.isList(type) && !cache.isTuple(type);
    const fields = isObject ? [...cache.propertiesOf(type).values()] : [];
    return fields.length === 0
      ? { inputs: [], gaps: [readsAll(this.#session, node, 'body')] }
      : this.#believed(node, 'body', fields);
  }
}

const nothing = { inputs: [], gaps: [] };

/** Whether the value of a call is not used: `await ctx.request().body();` only reads it for later calls. */
const isIgnored = ({ ast: syntax }: Session, node: ast.Node): boolean => {
  let at = node.parent;
  while (syntax.isAwaitExpression(at) || syntax.isParenthesizedExpression(at)) at = at.parent;
  return syntax.isExpressionStatement(at);
};

/** The expression that says the type of a call's value by `as`. */
const asserted = ({ ast: syntax }: Session, node: ast.Node): ast.Node | undefined => {
  let at = node.parent;
  while (syntax.isAwaitExpression(at) || syntax.isParenthesizedExpression(at)) at = at.parent;
  return syntax.isAsExpression(at) ? at : undefined;
};

/** The fields that `unique({ slug: 'posts.slug' }, write)` names. */
export const takenFields = (session: Session, calls: readonly FoundCall[]): string[] =>
  calls.flatMap(({ node, name, file }) => {
    const [given] = node.arguments;
    if (name !== 'unique' || given === undefined || !session.owners.isOurs(file, 'validation')) return [];
    const type = session.cache.typeAt(given);
    return type === undefined ? [] : [...session.cache.propertiesOf(type).keys()];
  });

/** The abilities in calls such as `facades.Gate(ctx).authorize('post.view', post)`, whose denial is thrown. */
export const askedAbilities = (session: Session, { calls, escapes }: Reached): string[] =>
  calls.flatMap(({ node, name, file }) => {
    const [given] = node.arguments;
    if (name !== 'authorize' || given === undefined || !session.owners.isOurs(file, 'auth') || !escapes(node))
      return [];
    return session.valuesAt(given).map(String);
  });

/** Methods of `facades.Auth(ctx)` that look for the credentials of the request; those of `refresh()` have to be there. */
const identifying = new Set(['user', 'id', 'check', 'guest', 'tokenCan', 'logout', 'refresh']);

/** The types that have these methods: of the request, and of a guard that the call names. */
const authTypes = new Set(['Auth', 'NamedAuth']);

/** The credentials that code reads by itself, without the middleware `auth()`. */
export const readCredentials = (session: Session, { calls }: Reached): CredentialsFact[] =>
  calls.flatMap(({ node, name, file, symbol }) => {
    if (
      !identifying.has(name) ||
      !session.owners.isOurs(file, 'auth') ||
      !authTypes.has(symbol?.getParent()?.name ?? '')
    )
      return [];
    // A token that is given is none of the request.
    if (name === 'refresh' && node.arguments.length > 0) return [];
    return [{ guard: guardOf(session, receiverOf(session, node)), optional: name !== 'refresh' }];
  });

/** The guard of `facades.Auth(ctx).guard('api')`; null for the default one. */
const guardOf = (session: Session, given: ast.Node | null): string | null => {
  const { ast: syntax } = session;
  if (given === null) return null;
  if (syntax.isIdentifier(given)) {
    const declared = session.symbolAt(given)?.valueDeclaration?.resolve();
    return declared !== undefined && syntax.isVariableDeclaration(declared)
      ? guardOf(session, declared.initializer ?? null)
      : null;
  }
  if (!syntax.isCallExpression(given) || !syntax.isPropertyAccessExpression(given.expression)) return null;
  if (given.expression.name.text !== 'guard') return null;
  const [named] = given.arguments;
  return session.literalsOf(named && session.cache.typeAt(named)).map(String)[0] ?? null;
};

const noName = (session: Session, node: ast.CallExpression | ast.Node): Gap => ({
  code: 'E_OPENAPI_INPUT',
  message: 'A value is read by a name that no type says, so that the document lacks this parameter',
  fix: "Read it by its name, query('page'), or validate it: validated({ page: 'integer' })",
  place: session.placeOf(node),
});

const believed = (session: Session, node: ast.Node): Gap => ({
  code: 'E_OPENAPI_INPUT',
  message: 'The code believes the type of the input, which nothing checks, so that the document has only its names',
  fix: "Check it: validated({ title: 'required|string' }); or say it at the route: .meta({ openapi: { bodies: { 'application/json': bodyType<NewBook>() } } })",
  place: session.placeOf(node),
});

const readsAll = (session: Session, node: ast.Node, name: string): Gap => ({
  code: 'E_OPENAPI_INPUT',
  message: `${name}() reads whatever a client sends, so that the document lacks the names and types of it`,
  fix: "Say what you read: validated({ title: 'required|string' }), or only('title')",
  place: session.placeOf(node),
});

/** The responses of `abortWithStatusJson(429, { retry: 60 })`: their statuses, and the type of their body. */
export const abortedReplies = (
  session: Session,
  { calls, values }: Reached,
): { readonly node: ast.Node; readonly status: number; readonly body: api.Type }[] =>
  calls.flatMap(({ node, name, file }) => {
    const [status, given] = node.arguments;
    if (
      name !== 'abortWithStatusJson' ||
      status === undefined ||
      given === undefined ||
      !session.owners.isOurs(file, 'core')
    )
      return [];
    const body = session.cache.typeAt(given);
    const statuses = values
      .of(status)
      .flatMap((each) => session.valuesAt(each))
      .filter((value) => typeof value === 'number');
    return body === undefined ? [] : statuses.map((each) => ({ node, status: each, body }));
  });
