import type { AuthorFrame } from '@taproot/core/internal';
import type { ArgumentValues } from './argument-values.ts';
import type { api, ast } from './compiler-modules.ts';
import { type Ways, waysTo } from './generic-calls.ts';
import type { Reached } from './reached-calls.ts';
import type { Session } from './session.ts';
import { type Shapes, unionOf } from './shapes.ts';
import { bare, type CallLike, calledName, functionAround, initializerOf, memberName } from './syntax.ts';
import type { Gap, HeaderFact, ReplyFact } from './type-reader.ts';
import type { TypeShape } from './type-shape.ts';

/** The responses of the web that code makes, their headers, and what is not literal in them. */
export interface WebReplies {
  readonly replies: ReplyFact[];
  readonly headers: HeaderFact[];
  readonly gaps: Gap[];
}

/** One call that makes a response, with the values that one of its callers gives. */
interface Made {
  readonly node: CallLike;
  readonly values: ArgumentValues;
  /** The call of the function around `node`; null if there is none. */
  readonly site: CallLike | null;
  readonly ways: () => Ways;
  readonly place: AuthorFrame;
}

type Headers = readonly (readonly [name: string, value: ast.Node])[];

/** Reads `Response.json(data, { status, headers })`, `new Response(text, init)` and `Response.redirect(url)`. */
export class WebResponses {
  readonly #session: Session;
  readonly #shapes: Shapes;

  constructor(session: Session, shapes: Shapes) {
    this.#session = session;
    this.#shapes = shapes;
  }

  read({ web, values }: Pick<Reached, 'web' | 'values'>, ways: () => Ways): WebReplies {
    const all: WebReplies = { replies: [], headers: [], gaps: [] };
    for (const node of web) {
      const around = functionAround(this.#session, node);
      const sites = around === null ? [] : values.sitesOf(around);
      const place = this.#session.placeOf(node);
      const each = { node, ways, place };
      if (around === null || sites.length === 0) this.#add(all, { ...each, values, site: null });
      else for (const site of sites) this.#add(all, { ...each, values: values.at(around, site), site });
    }
    return all;
  }

  #add({ replies, headers, gaps }: WebReplies, made: Made): void {
    const { node, place, values } = made;
    const name = this.#session.ast.isNewExpression(node) ? 'new' : calledName(this.#session, node)?.getText();
    const [first, second] = node.arguments ?? [];
    if (name === 'set' || name === 'append') {
      const names = first === undefined ? [] : values.of(first).flatMap((each) => this.#session.valuesAt(each));
      if (names.length === 0) gaps.push(unclearHeaders(place));
      for (const each of names)
        headers.push({ kind: 'header', name: String(each), type: 'string', statuses: null, place });
      return;
    }
    const init = name === 'redirect' ? null : this.#init(second, values);
    const statuses =
      name === 'redirect'
        ? second === undefined
          ? [302]
          : this.#numbers(second, values)
        : this.#statuses(init?.get('status'), init === undefined, values);
    if (statuses.length === 0) {
      gaps.push(unknownStatus(place));
      return;
    }
    const given = init?.get('headers');
    const set = given === undefined ? [] : this.#headers(given, values);
    if (set === null) gaps.push(unclearHeaders(place));
    for (const [header] of set ?? []) headers.push({ kind: 'header', name: header, type: 'string', statuses, place });
    const written = set?.find(([header]) => header.toLowerCase() === 'content-type')?.[1];
    const media = written && values.of(written).flatMap((each) => this.#session.valuesAt(each))[0];
    const body =
      name === 'redirect'
        ? nothing
        : name === 'json'
          ? { type: 'application/json', body: this.#shape(first, made) }
          : this.#body(first, made, media === undefined ? null : String(media));
    if (body.body === undefined) gaps.push(unknownBody(place));
    for (const status of statuses) replies.push({ status, type: body.type, body: body.body ?? null, place });
  }

  /** The body of `new Response(body)`. Bytes have no schema; a body is JSON by `JSON.stringify()`. */
  #body(
    given: ast.Node | undefined,
    made: Made,
    media: string | null,
  ): { readonly type: string | null; readonly body: TypeShape | null | undefined } {
    const { api: ts } = this.#session;
    const [at] = given === undefined ? [] : made.values.of(given);
    const type = at && this.#typeOf(at);
    if (at === undefined || type === undefined) return nothing;
    if (isEmpty(ts, type)) return nothing;
    const data = this.#stringified(at);
    if (data !== null) return { type: 'application/json', body: this.#shape(data, made) };
    const isJson = media !== null && /^application\/(?:[^;]+\+)?json\b/.test(media);
    if (isJson) return { type: media, body: undefined };
    if (media !== null) return { type: media, body: null };
    const isText = this.#session.membersOf(type).every(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0);
    return isText ? { type: 'text/plain', body: { kind: 'string' } } : { type: '*/*', body: null };
  }

  /** The type of a value that stands without its `await`. */
  #typeOf(node: ast.Node): api.Type | undefined {
    const type = this.#session.cache.typeAt(node);
    return type && this.#session.awaited(type);
  }

  /** The value in `JSON.stringify(value)`. */
  #stringified(given: ast.Node): ast.Node | null {
    const { ast: syntax } = this.#session;
    const node = this.#resolved(given);
    const isCall = syntax.isCallExpression(node) && node.expression.getText() === 'JSON.stringify';
    return isCall ? (node.arguments[0] ?? null) : null;
  }

  /** The shape of data: by the types at the call of a generic function, or by what a caller gives where any value is taken. */
  #shape(given: ast.Node | undefined, { node, values, site, ways }: Made): TypeShape | undefined {
    const { cache, api: ts } = this.#session;
    const type = given && cache.typeAt(given);
    if (given === undefined || type === undefined) return undefined;
    const isAny = (each: api.Type): boolean => (each.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
    if (isAny(type) || (type.flags & ts.TypeFlags.NonPrimitive) !== 0) {
      const own = bare(this.#session, given);
      const types = values.of(given).flatMap((each) => (each === own ? [] : (this.#typeOf(each) ?? [])));
      const known = types.length > 0 && !types.some(isAny);
      return known ? unionOf(types.map((each) => this.#shapes.of(each))) : undefined;
    }
    const { shape, isOpen } = this.#shapes.read(type);
    if (!isOpen) return shape;
    const found = waysTo(ways(), node);
    const near = found.filter(({ call }) => call === site);
    const inner = near.length > 0 ? near : found;
    return inner.length === 0 ? shape : unionOf(inner.map((way) => this.#shapes.of(type, way.inner)));
  }

  /** The members of an init; undefined if the code does not say them. */
  #init(given: ast.Node | undefined, values: ArgumentValues): ReadonlyMap<string, ast.Node> | undefined {
    const members = new Map<string, ast.Node>();
    if (given === undefined) return members;
    const [first, ...more] = values.of(given);
    return first !== undefined && more.length === 0 && this.#collect(first, members, values) ? members : undefined;
  }

  #collect(given: ast.Node, members: Map<string, ast.Node>, values: ArgumentValues): boolean {
    const { ast: syntax, cache, api: ts } = this.#session;
    const node = this.#resolved(given);
    if (!syntax.isObjectLiteralExpression(node)) {
      const type = cache.typeAt(node);
      return type !== undefined && isEmpty(ts, type);
    }
    return node.properties.every((member) => {
      if (syntax.isSpreadAssignment(member))
        return values.of(member.expression).every((each) => this.#collect(each, members, values));
      const name = memberName(this.#session, member);
      const value = syntax.isPropertyAssignment(member)
        ? member.initializer
        : syntax.isShorthandPropertyAssignment(member)
          ? member.name
          : undefined;
      if (name === null || value === undefined) return false;
      members.set(name, value);
      return true;
    });
  }

  /** Names and values of headers; null if the code does not say all names. */
  #headers(given: ast.Node, values: ArgumentValues): Headers | null {
    const { ast: syntax } = this.#session;
    const found: (readonly [string, ast.Node])[] = [];
    for (const each of values.of(given)) {
      const node = this.#resolved(each);
      const isMade =
        syntax.isNewExpression(node) && node.expression.getText() === 'Headers' && node === bare(this.#session, each);
      const inner = isMade ? node.arguments?.[0] : node;
      if (inner === undefined) continue;
      if (syntax.isArrayLiteralExpression(inner)) {
        for (const pair of inner.elements) {
          const [name, value] = syntax.isArrayLiteralExpression(pair) ? pair.elements : [];
          const names = name === undefined ? [] : this.#session.valuesAt(name);
          if (names.length === 0 || value === undefined) return null;
          found.push(...names.map((header) => [String(header), value] as const));
        }
      } else {
        const members = new Map<string, ast.Node>();
        if (!this.#collect(inner, members, values)) return null;
        found.push(...members);
      }
    }
    return found;
  }

  #statuses(given: ast.Node | undefined, isUnclear: boolean, values: ArgumentValues): readonly number[] {
    if (isUnclear) return [];
    return given === undefined ? [200] : this.#numbers(given, values);
  }

  /** The numbers that a node may be; none if one of its values is not literal. */
  #numbers(given: ast.Node, values: ArgumentValues): readonly number[] {
    const found = values
      .of(given)
      .map((each) => this.#session.valuesAt(each).filter((value) => typeof value === 'number'));
    return found.some((each) => each.length === 0) ? [] : [...new Set(found.flat())];
  }

  /** The value of a constant. */
  #resolved(given: ast.Node): ast.Node {
    const node = bare(this.#session, given);
    if (!this.#session.ast.isIdentifier(node)) return node;
    const declared = this.#session.symbolAt(node)?.valueDeclaration?.resolve();
    const value = declared && initializerOf(this.#session, declared);
    return value === undefined ? node : bare(this.#session, value);
  }
}

const nothing = { type: null, body: null };

const isEmpty = ({ TypeFlags }: Session['api'], { flags }: api.Type): boolean =>
  (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0;

const unknownStatus = (place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_REPLY',
  message: 'A Web-standard Response is made with a status that the code does not say',
  fix: 'Give the status as a number where it is made: Response.json(data, { status: 201 })',
  place,
});

const unknownBody = (place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_REPLY',
  message: 'A Web-standard Response has a body whose type the code does not say',
  fix: 'Give data with a type: Response.json(data), or new Response(JSON.stringify(data))',
  place,
});

const unclearHeaders = (place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_REPLY',
  message: 'A Web-standard Response has headers whose names the code does not say',
  fix: "Write their names where it is made: { headers: { 'X-Total': total } }, or say them at the route: .meta({ openapi: { headers: { 'X-Total': { type: 'integer' } } } })",
  place,
});
