import type { AuthorFrame } from '@taproot/core/internal';
import type * as api from 'typescript/unstable/sync';
import type { FoundHandler } from './find-handler.ts';
import { type FoundCall, validates } from './reached-calls.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';
import type { Gap, ReplyFact } from './type-reader.ts';

/** Finds the replies of a handler: from its return type, and from the responses in its code. */
export class Replies {
  readonly #session: Session;
  readonly #shapes: Shapes;

  constructor(session: Session, shapes: Shapes) {
    this.#session = session;
    this.#shapes = shapes;
  }

  read(handler: FoundHandler, calls: readonly FoundCall[]): { replies: ReplyFact[]; gaps: Gap[] } {
    const replies: ReplyFact[] = [];
    const gaps: Gap[] = [];
    const add = (found: ReplyFact[] | Gap): void => {
      if (Array.isArray(found)) replies.push(...found);
      else gaps.push(found);
    };
    for (const { node, name, type: called } of calls) {
      const type = validates.has(name) ? null : this.#session.awaited(called);
      if (type === null) continue;
      const place = this.#session.placeOf(node);
      if (this.#isNotAwaited(type)) add(notAwaited(place));
      if (!this.#isReply(type)) continue;
      if (sendsFile.has(name)) add(parts(place));
      add(name === 'redirectToRoute' ? this.#redirect(node.arguments, place) : this.#reply(type, place));
    }
    const made = replies.length > 0 || gaps.length > 0;
    const returned = this.#session.returnOf(handler.type);
    for (const type of returned === undefined ? [] : this.#session.membersOf(returned)) {
      const found = this.#returned(type, handler.place, made);
      if (found !== null) add(found);
    }
    return { replies, gaps };
  }

  #returned(type: api.Type, place: AuthorFrame, made: boolean): ReplyFact[] | Gap | null {
    const { TypeFlags } = this.#session.api;
    if ((type.flags & (TypeFlags.Undefined | TypeFlags.Void)) !== 0)
      return [{ status: 200, type: null, body: null, place }];
    if ((type.flags & TypeFlags.Never) !== 0) return null;
    // The calls that make the response say more than its type.
    if (this.#isReply(type)) return made ? null : this.#reply(type, place);
    if (this.#isNotAwaited(type)) return made ? null : notAwaited(place);
    const symbol = type.getSymbol();
    const file = this.#session.fileOf(symbol);
    if (symbol?.name === 'Response') {
      if (made && this.#session.owners.isOurs(file, 'core')) return null;
      const what = this.#session.owners.isOurs(file, 'core')
        ? 'a response that it does not make itself'
        : 'a Web-standard Response';
      return unknownReply(`The handler returns ${what}, whose body no type says`, place);
    }
    if ((type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)
      return unknownReply('The handler returns a value of any type', place);
    return [{ status: 200, type: 'application/json', body: this.#shapes.of(type), place }];
  }

  /** Whether a type is a body with a promise in it, which cannot be sent. */
  #isNotAwaited(type: api.Type): boolean {
    const symbol = type.isObjectType() ? type.getSymbol() : undefined;
    return symbol?.name === 'BodyNotAwaited' && this.#session.owners.isOurs(this.#session.fileOf(symbol), 'core');
  }

  /** Whether a type is `Reply` of the core. */
  #isReply(type: api.Type): type is api.TypeReference {
    const symbol = type.isObjectType() ? type.getSymbol() : undefined;
    return symbol?.name === 'Reply' && this.#session.owners.isOurs(this.#session.fileOf(symbol), 'core');
  }

  #reply(type: api.TypeReference, place: AuthorFrame): ReplyFact[] | Gap {
    const { cache, api: ts } = this.#session;
    const [status, body, media] = cache.argumentsOf(type);
    const statuses = this.#session.literalsOf(status).filter((value) => typeof value === 'number');
    if (statuses.length === 0 || body === undefined || media === undefined)
      return unknownReply(
        'A response is made with a status that no type says',
        place,
        'Give the status as a number: json(200, data)',
      );
    if ((media.flags & ts.TypeFlags.Never) !== 0)
      return statuses.map((code) => ({ status: code, type: null, body: null, place }));
    const types = this.#session.literalsOf(media).map(String);
    const isBytes =
      !types.includes('application/json') && !types.includes('text/plain') && !types.includes('text/event-stream');
    if (!isBytes && (body.flags & ts.TypeFlags.Any) !== 0)
      return unknownReply('The body of a response is of the type any', place);
    const shape = isBytes ? null : this.#shapes.of(body);
    const known = types.length === 0 ? ['*/*'] : types;
    return statuses.flatMap((code) => known.map((each) => ({ status: code, type: each, body: shape, place })));
  }

  #redirect(given: readonly { getText(): string }[], place: AuthorFrame): ReplyFact[] {
    const status = given.map((argument) => argument.getText()).find((text) => /^3\d\d$/.test(text));
    return [{ status: Number(status ?? 302), type: null, body: null, place }];
  }
}

const sendsFile = new Set(['file', 'download']);

/** A file also answers conditional requests and ranges: with a part, or with only headers. */
const parts = (place: AuthorFrame): ReplyFact[] => [
  { status: 206, type: '*/*', body: null, place },
  ...[304, 412, 416].map((status) => ({ status, type: null, body: null, place })),
];

const notAwaited = (place: AuthorFrame): Gap =>
  unknownReply('The body of a response is a promise, or contains one', place, 'Await it before you send it');

const unknownReply = (
  message: string,
  place: AuthorFrame,
  fix = 'Return data, or a response of ctx.response(): json(200, data)',
): Gap => ({ code: 'E_OPENAPI_REPLY', message, fix, place });
