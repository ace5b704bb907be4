import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HeaderBag, HeaderValue } from '../response/header-bag.ts';
import { headBySetHeader } from '../shared/set-head.ts';

type Known = OutgoingHttpHeader | HeaderValue | undefined;

const asList = (value: Known): string[] => (value === undefined ? [] : [value].flat().map(String));

const fieldsOf = (value: Known): string[] =>
  asList(value)
    .join(',')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');

/** The values that are missing in a list that several parties add to; null if none are. */
const lacking = (name: string, present: Known, own: HeaderValue): string[] | null => {
  const isVary = /^vary$/i.test(name);
  if (!isVary && !/^set-cookie$/i.test(name)) return null;
  const [known, wanted] = isVary ? [fieldsOf(present), fieldsOf(own)] : [asList(present), asList(own)];
  const lower = new Set(known.map((value) => (isVary ? value.toLowerCase() : value)));
  const more = wanted.filter((value) => !lower.has(isVary ? value.toLowerCase() : value));
  if (more.length === 0 || lower.has('*')) return null;
  return isVary ? [[...known, ...more].join(', ')] : [...known, ...more];
};

/**
 * The headers of `ctx.response()` on a response that other code writes, such as those of CORS and rate limits. A header that the other code
 * sets wins, but `Vary` and `Set-Cookie` have the values of both. A header that is missing when the head is sent is set again: Koa removes all
 * headers for an error page. Headers that middleware decides on, such as those of CORS, are those of the house alone.
 */
export class HouseHeaders {
  readonly #res: ServerResponse;
  readonly #bag: HeaderBag | null;
  readonly #before: OutgoingHttpHeaders;
  readonly #isDecided: (name: string) => boolean;
  #isOn = true;

  /** `bag` is null in a context for tests. `isDecided` names the headers that the other code cannot set. */
  constructor(res: ServerResponse, bag: HeaderBag | null, isDecided: (name: string) => boolean) {
    this.#res = res;
    this.#bag = bag;
    this.#isDecided = isDecided;
    this.#before = { ...res.getHeaders() };
    this.#stage();
    // oxlint-disable-next-line typescript/unbound-method -- called with this response
    const { writeHead } = res;
    const staged = (...args: unknown[]): unknown => {
      if (this.#isOn && !res.headersSent) this.#stage();
      return Reflect.apply(writeHead, res, args);
    };
    Object.assign(res, { writeHead: staged });
    // The headers that the other code gives to writeHead() are set first, so that the house adds only what is missing.
    headBySetHeader(res);
  }

  /** Leaves the response as it was before, for a response of the house in place of one of the other code. */
  takeBack(): void {
    this.#isOn = false;
    if (this.#res.headersSent) return;
    for (const name of this.#res.getHeaderNames()) this.#res.removeHeader(name);
    for (const [name, value] of Object.entries(this.#before)) if (value !== undefined) this.#res.setHeader(name, value);
    if (this.#res.statusMessage !== '') this.#res.statusMessage = '';
  }

  /** Gives the headers that the house decides on the values that they had before the other code. */
  #dropDecided(): void {
    for (const name of this.#res.getHeaderNames()) {
      if (!this.#isDecided(name)) continue;
      const before = this.#before[name];
      if (before === undefined || this.#bag?.has(name)) this.#res.removeHeader(name);
      else this.#res.setHeader(name, before);
    }
  }

  #stage(): void {
    this.#dropDecided();
    for (const [name, value] of this.#bag?.entries() ?? []) {
      const present = this.#res.getHeader(name);
      if (present === undefined) this.#res.setHeader(name, value);
      else {
        const both = lacking(name, present, value);
        if (both !== null) this.#res.setHeader(name, both.length === 1 ? String(both[0]) : both);
      }
    }
  }
}
