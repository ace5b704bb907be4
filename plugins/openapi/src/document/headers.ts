import type { OpenApiHeader } from '../config.ts';
import type { JsonObject } from '../json.ts';
import type { HandlerFacts, HeaderFact } from '../reader/type-reader.ts';
import { valueSchema } from './said-values.ts';

/** The meanings of usual headers, by name in lower case. */
const meanings: Readonly<Record<string, string>> = {
  'accept-ranges': 'The unit in which parts of the file can be requested.',
  'cache-control': 'How long the response may be reused.',
  'content-disposition': 'The name under which the client should save the response.',
  'content-range': 'The part of the file that the response has.',
  etag: 'The version of the resource, for `If-None-Match` and `If-Match`.',
  'last-modified': 'When the resource was changed last.',
  link: 'Addresses of related resources.',
  location: 'The address of the resource.',
  'retry-after': 'Seconds, or the date, after which to try again.',
  'server-timing': 'How long the parts of the response took.',
};

/** Headers that OpenAPI describes elsewhere, or that HTTP itself requires. */
const elsewhere = new Set(['content-type', 'content-length', 'transfer-encoding', 'vary']);

type Headers = readonly (readonly [name: string, header: JsonObject])[];

/** The headers that a handler sets, with those that its route declares, for responses by status. */
export class SetHeaders {
  readonly #facts: HandlerFacts;
  readonly #said: Readonly<Record<string, OpenApiHeader>>;
  readonly #cookies: Readonly<Record<string, string>>;

  constructor(
    facts: HandlerFacts,
    {
      headers = {},
      cookies = {},
    }: {
      readonly headers?: Readonly<Record<string, OpenApiHeader>>;
      readonly cookies?: Readonly<Record<string, string>>;
    },
  ) {
    this.#facts = facts;
    this.#said = headers;
    this.#cookies = cookies;
  }

  /** The headers of the handler's responses with this status. */
  of(status: number): Headers {
    const facts = this.#facts.headers.filter((fact) => this.#isFor(fact, status));
    const made = new Map<string, readonly [string, JsonObject]>();
    for (const fact of facts.filter(({ kind, name }) => kind === 'header' && !elsewhere.has(name.toLowerCase()))) {
      const { name, type } = fact;
      const description = meanings[name.toLowerCase()];
      const header = {
        ...(description === undefined ? {} : { description }),
        ...(this.#isAlways(fact, status) ? { required: true } : {}),
        schema: { type },
      };
      if (!made.has(name.toLowerCase())) made.set(name.toLowerCase(), [name, header]);
    }
    for (const [name, { statuses, ...said }] of Object.entries(this.#said)) {
      if (statuses === undefined ? status >= 400 : !statuses.includes(status)) continue;
      const known = made.get(name.toLowerCase())?.[1] ?? {};
      made.set(name.toLowerCase(), [name, { ...known, ...valueSchema(said, known) }]);
    }
    const cookies = this.#cookieHeader(facts, status);
    return [...made.values(), ...(cookies === null ? [] : [['Set-Cookie', cookies] as const])];
  }

  /** All cookies of a response are in the header Set-Cookie, so its description names them. */
  #cookieHeader(facts: readonly HeaderFact[], status: number): JsonObject | null {
    const set = facts.filter(({ kind }) => kind === 'cookie').map(({ name }) => name);
    const names = [...new Set([...set, ...(status < 400 ? Object.keys(this.#cookies) : [])])].toSorted();
    if (names.length === 0) return null;
    const texts = names.map((name) => {
      const text = this.#cookies[name] ?? '';
      return text === '' ? `\`${name}\`` : `\`${name}\` (${text.replace(/\.$/, '')})`;
    });
    return {
      description: `Sets ${names.length === 1 ? 'the cookie' : 'the cookies'} ${texts.join(', ')}.`,
      schema: { type: 'string' },
    };
  }

  /** A header that is set in the expression of a response belongs to that response. Others may be on every success. */
  #isFor({ place, statuses }: HeaderFact, status: number): boolean {
    const own = this.#facts.replies.filter((reply) => isSame(reply.place, place));
    if (statuses !== null) return statuses.includes(status);
    return own.length === 0 ? status < 400 : own.some((reply) => reply.status === status);
  }

  /** Whether every response of the handler with this status has the header. */
  #isAlways({ name, place }: HeaderFact, status: number): boolean {
    const places = this.#facts.headers.filter((other) => other.name === name).map((other) => other.place);
    const replies = this.#facts.replies.filter((reply) => reply.status === status);
    return (
      replies.some((reply) => isSame(reply.place, place)) &&
      replies.every((reply) => places.some((each) => isSame(each, reply.place)))
    );
  }
}

type Place = HeaderFact['place'];

const isSame = (a: Place, b: Place): boolean => a.file === b.file && a.line === b.line && a.column === b.column;
