import type { AuthorFrame } from '@taproot/core/internal';
import { answersOf, neverEnds } from './answers.ts';
import type { api, ast } from './compiler-modules.ts';
import type { FoundHandler } from './find-handler.ts';
import { callsAround, type GenericCalls, type Way, type Ways, waysTo } from './generic-calls.ts';
import { type Reached, validates } from './reached-calls.ts';
import type { Session } from './session.ts';
import { type Shapes, unionOf } from './shapes.ts';
import { noArguments, type TypeArguments } from './type-arguments.ts';
import type { Gap, HandlerQuery, HeaderFact, ReplyFact } from './type-reader.ts';
import type { TypeShape } from './type-shape.ts';
import { isWebResponse } from './web-calls.ts';
import { WebResponses } from './web-responses.ts';

/** A reply, or the gap in its place. */
interface Read {
  readonly found: ReplyFact[] | Gap;
  /** Whether it depends on a type parameter that is not known. */
  readonly isOpen: boolean;
}

/** Whether the code of a handler makes responses, and whether it makes some of the web. */
interface Answered {
  readonly isMade: boolean;
  readonly isWebMade: boolean;
}

/** A call that makes a reply. */
interface Made {
  readonly node: ast.Node;
  readonly handler: FoundHandler;
  readonly ways: () => Ways;
  /** The values that callers give for its first argument, the status. */
  readonly passed: () => readonly (string | number | boolean)[];
}

const noLiterals = (): readonly (string | number | boolean)[] => [];

/** Finds the replies of a handler: from its return type, and from the responses in its code. */
export class Replies {
  readonly #session: Session;
  readonly #shapes: Shapes;
  readonly #generic: GenericCalls;
  readonly #web: WebResponses;

  constructor(session: Session, shapes: Shapes, generic: GenericCalls) {
    this.#session = session;
    this.#shapes = shapes;
    this.#generic = generic;
    this.#web = new WebResponses(session, shapes);
  }

  read(
    handler: FoundHandler,
    reached: Pick<Reached, 'calls' | 'values' | 'web'>,
    query: HandlerQuery,
  ): { replies: ReplyFact[]; headers: HeaderFact[]; gaps: Gap[] } {
    const { calls, values } = reached;
    const replies: ReplyFact[] = [];
    const gaps: Gap[] = [];
    const add = (found: ReplyFact[] | Gap): void => {
      if (Array.isArray(found)) replies.push(...found);
      else gaps.push(found);
    };
    const ways = lazy(() => this.#generic.waysFrom(handler.roots, query));
    for (const { node, name, type: called } of calls) {
      if (validates.has(name)) continue;
      const place = this.#session.placeOf(node);
      for (const type of this.#session.resultsOf(called)) {
        if (this.#isNotAwaited(type)) add(notAwaited(place));
        if (!this.#isReply(type)) continue;
        if (sendsFile.has(name)) add(parts(place));
        if (name === 'redirectToRoute') add(this.#redirect(node.arguments, place));
        else {
          const [first] = node.arguments;
          const passed = () =>
            first === undefined ? [] : values.of(first).flatMap((each) => this.#session.valuesAt(each));
          for (const found of this.#made(type, { node, handler, ways, passed })) add(found);
        }
      }
    }
    const isMade = replies.length > 0 || gaps.length > 0;
    const web = this.#mayBeWeb(handler) ? this.#web.read(reached, ways) : { replies: [], headers: [], gaps: [] };
    const isWebMade = web.replies.length > 0 || web.gaps.length > 0;
    for (const found of this.#returned(handler, { isMade: isMade || isWebMade, isWebMade }, ways)) add(found);
    return { replies: [...replies, ...web.replies], headers: web.headers, gaps: [...gaps, ...web.gaps] };
  }

  /** Whether a handler may answer with a response of the web. Middleware may always. */
  #mayBeWeb(handler: FoundHandler): boolean {
    const { TypeFlags } = this.#session.api;
    return (
      handler.type === undefined ||
      answersOf(this.#session, handler).some(
        (type) => (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0 || isWebResponse(this.#session, type),
      )
    );
  }

  /** The replies of a call such as `json(200, data)`: one for each way to generic code, where the call alone does not say its types. */
  #made(type: api.TypeReference, { node, handler, ways, passed }: Made): readonly (ReplyFact[] | Gap)[] {
    const own = this.#reply(type, this.#session.placeOf(node), noArguments, passed);
    if (!own.isOpen) return [own.found];
    const found = waysTo(ways(), node).flatMap((way) => this.#along(way, type, node, handler));
    return found.length === 0 ? [own.found] : found;
  }

  /**
   * The compiler knows the type of a call of a generic function. If the function declares a wider one, its code is read with the types of
   * that call. A function that is given to another one, as in `pipe(find(), reply(ctx, 200))`, gets its types there: then the calls around
   * it, and at last the handler, say what is sent.
   */
  #along(way: Way, type: api.TypeReference, node: ast.Node, handler: FoundHandler): readonly (ReplyFact[] | Gap)[] {
    const place = this.#session.placeOf(way.call ?? node);
    const said = way.call === null ? this.#ofHandler(handler) : this.#ofCall(way.call, way.outer);
    if (said !== null) return said;
    const own = this.#reply(type, place, way.inner);
    if (!own.isOpen) return [own.found];
    for (let at: Way | null = way; at?.call != null; at = at.above)
      for (const call of [...(at === way ? [] : [at.call]), ...callsAround(this.#session, at.call)]) {
        const around = this.#ofCall(call, at.outer);
        if (around !== null) return around;
      }
    return this.#ofHandler(handler) ?? [this.#reply(type, place, way.inner, noLiterals, true).found];
  }

  #ofCall(call: ast.CallExpression, given: TypeArguments): readonly ReplyFact[][] | null {
    const type = this.#session.cache.typeAt(call);
    return type === undefined ? null : this.#said(this.#session.resultsOf(type), this.#session.placeOf(call), given);
  }

  #ofHandler(handler: FoundHandler): readonly ReplyFact[][] | null {
    return this.#said(answersOf(this.#session, handler), handler.place, noArguments);
  }

  /** The replies that types say; null if one of them is not known. */
  #said(types: readonly api.Type[], place: AuthorFrame, given: TypeArguments): readonly ReplyFact[][] | null {
    const read = types.flatMap((each) => (this.#isReply(each) ? [this.#reply(each, place, given)] : []));
    const known = read.flatMap(({ found, isOpen }) => (Array.isArray(found) && !isOpen ? [found] : []));
    return known.length > 0 && known.length === read.length ? known : null;
  }

  #returned(handler: FoundHandler, made: Answered, ways: () => Ways): readonly (ReplyFact[] | Gap)[] {
    const { place } = handler;
    const found: (ReplyFact[] | Gap)[] = [];
    const data: TypeShape[] = [];
    let mayEnd = false;
    for (const type of answersOf(this.#session, handler)) {
      const { TypeFlags } = this.#session.api;
      if ((type.flags & (TypeFlags.Undefined | TypeFlags.Void)) !== 0) {
        if (neverEnds(this.#session, handler)) continue;
        mayEnd = true;
        found.push([{ status: 200, type: null, body: null, place }]);
      } else if ((type.flags & TypeFlags.Never) === 0) {
        const other = this.#response(type, place, made);
        if (other !== null) found.push(...other);
        else if (this.#session.isInstance(type)) found.push(notPlain(type, place));
        else data.push(...this.#data(type, handler, ways));
      }
    }
    if (data.length > 0) found.push([{ status: 200, type: 'application/json', body: unionOf(data), place }]);
    if (mayEnd && data.length > 0) found.push(mayBeMissing(place));
    return found;
  }

  /** The shapes of returned data. In a generic function, there is one for each way to the handler. */
  #data(type: api.Type, { roots }: FoundHandler, ways: () => Ways): readonly TypeShape[] {
    const { shape, isOpen } = this.#shapes.read(type);
    const own = isOpen ? roots.flatMap(({ node }) => (ways().get(node) ?? []).filter(({ call }) => call === null)) : [];
    return own.length === 0 ? [shape] : own.map(({ inner }) => this.#shapes.of(type, inner));
  }

  /** The replies of a returned value that is not data; null for data. The calls that make a response say more than its type. */
  #response(
    type: api.Type,
    place: AuthorFrame,
    { isMade, isWebMade }: Answered,
  ): readonly (ReplyFact[] | Gap)[] | null {
    const { TypeFlags } = this.#session.api;
    if (this.#isReply(type)) return isMade ? [] : [this.#reply(type, place, noArguments).found];
    if (this.#isNotAwaited(type)) return isMade ? [] : [notAwaited(place)];
    const symbol = type.getSymbol();
    if (symbol?.name === 'Response') {
      const isOurs = this.#session.owners.isOurs(this.#session.fileOf(symbol), 'core');
      if (isOurs ? isMade : isWebMade) return [];
      const what = isOurs ? 'a response that it does not make itself' : 'a Web-standard Response';
      return [unknownReply(`The handler returns ${what}, whose body no type says`, place)];
    }
    if ((type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)
      return [unknownReply('The handler returns a value of any type', place)];
    return null;
  }

  /** Whether a type is a body with a promise in it, which cannot be sent. */
  #isNotAwaited(type: api.Type): boolean {
    return this.#session.isOurs(type, 'BodyNotAwaited');
  }

  /** Whether a type is `Reply` of the core. */
  #isReply(type: api.Type): type is api.TypeReference {
    return this.#session.isOurs(type, 'Reply');
  }

  /**
   * @param passed the values that callers give for the status, where its type is only `number`
   * @param byConstraint whether a status of an unknown type parameter is any that the parameter allows
   */
  #reply(
    type: api.TypeReference,
    place: AuthorFrame,
    given: TypeArguments,
    passed = noLiterals,
    byConstraint = false,
  ): Read {
    const { cache, api: ts } = this.#session;
    const [status, body, media] = cache.argumentsOf(type);
    // `Reply<never, Errors>`: a failure that cannot happen.
    if (status !== undefined && (status.flags & ts.TypeFlags.Never) !== 0) return { found: [], isOpen: false };
    const isNumber = (value: unknown): value is number => typeof value === 'number';
    const typed = this.#literals(status, given).filter(isNumber);
    const isWide = status !== undefined && (status.flags & ts.TypeFlags.Number) !== 0;
    const isOpen = typed.length === 0 && status !== undefined && (status.flags & ts.TypeFlags.Instantiable) !== 0;
    const further = isWide ? passed() : isOpen && byConstraint ? this.#allowed(status) : [];
    const statuses = typed.length === 0 ? [...new Set(further.filter(isNumber))] : typed;
    if (statuses.length === 0 || body === undefined || media === undefined) {
      const fix = 'Give the status as a number: json(200, data)';
      const found = unknownReply('A response is made with a status that no type says', place, fix);
      return { found, isOpen };
    }
    const all = (types: readonly (string | null)[], shape: TypeShape | null): ReplyFact[] =>
      statuses.flatMap((code) => types.map((each) => ({ status: code, type: each, body: shape, place })));
    // `Reply<404, Errors>` and `Reply<204, null>` leave the media type open.
    const isAny = (media.flags & ts.TypeFlags.String) !== 0;
    if ((media.flags & ts.TypeFlags.Never) !== 0 || (isAny && (body.flags & ts.TypeFlags.Null) !== 0))
      return { found: all([null], null), isOpen: false };
    const isData = isAny && this.#isData(body);
    const types = isData ? ['application/json'] : this.#literals(media, given).map(String);
    const isBytes =
      !types.includes('application/json') && !types.includes('text/plain') && !types.includes('text/event-stream');
    if (isBytes) return { found: all(types.length === 0 ? ['*/*'] : types, null), isOpen: false };
    if ((body.flags & ts.TypeFlags.Any) !== 0)
      return { found: unknownReply('The body of a response is of the type any', place), isOpen: false };
    const read = this.#shapes.read(body, given);
    return { found: all(types, read.shape), isOpen: isOpen || read.isOpen };
  }

  /** Whether a body is sent as JSON: not text, bytes, a file or a stream. */
  #isData(body: api.Type): boolean {
    const { TypeFlags } = this.#session.api;
    const isOurs = (symbol: api.Symbol | undefined): boolean =>
      symbol !== undefined && this.#session.owners.isOurs(this.#session.fileOf(symbol), 'core');
    const isOther = ({ flags }: api.Type): boolean =>
      (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String)) !== 0;
    const members = this.#session.membersOf(body);
    return !isOurs(body.getAliasSymbol()) && members.every((each) => !isOther(each) && !isOurs(each.getSymbol()));
  }

  /** The literals that the constraint of a type parameter has: of `(typeof statuses)[Kind]`, those of the table. */
  #allowed(type: api.Type | undefined): readonly (string | number | boolean)[] {
    return type === undefined ? [] : this.#session.literalsOf(this.#session.checker.getBaseConstraintOfType(type));
  }

  /** The literals of a type, or those that a way gives to a type parameter. */
  #literals(type: api.Type | undefined, given: TypeArguments): readonly (string | number | boolean)[] {
    const found = type === undefined ? undefined : given.of.get(type.id);
    return found === undefined
      ? this.#session.literalsOf(type)
      : found.types.flatMap((each) => this.#literals(each, found.given));
  }

  #redirect(given: readonly { getText(): string }[], place: AuthorFrame): ReplyFact[] {
    const status = given.map((argument) => argument.getText()).find((text) => /^3\d\d$/.test(text));
    return [{ status: Number(status ?? 302), type: null, body: null, place }];
  }
}

const lazy = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
};

const sendsFile = new Set(['file', 'download']);

/** A file also answers conditional requests and ranges: with a part, or with only headers. */
const parts = (place: AuthorFrame): ReplyFact[] => [
  { status: 206, type: '*/*', body: null, place },
  ...[304, 412, 416].map((status) => ({ status, type: null, body: null, place })),
];

const notAwaited = (place: AuthorFrame): Gap =>
  unknownReply('The body of a response is a promise, or contains one', place, 'Await it before you send it');

/** Only what `json()` sends may be an instance of a class with `toJSON()`. */
const notPlain = (type: api.Type, place: AuthorFrame): Gap =>
  unknownReply(
    `The handler returns an instance of the class ${type.getSymbol()?.name}, which the server answers with 500`,
    place,
    'Return a plain object, or ctx.response().json(200, value) if the class has toJSON()',
  );

const mayBeMissing = (place: AuthorFrame): Gap =>
  unknownReply(
    'The handler may return undefined in place of data, which is sent as an empty 200',
    place,
    'Return orNotFound(value), so that the client gets 404',
  );

const unknownReply = (
  message: string,
  place: AuthorFrame,
  fix = 'Return data, or a response of ctx.response(): json(200, data)',
): Gap => ({ code: 'E_OPENAPI_REPLY', message, fix, place });
