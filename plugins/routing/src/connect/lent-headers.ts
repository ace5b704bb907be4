import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import { HttpContext } from '../exchange/http-context.ts';
import type { HeaderBag, HeaderValue } from '../response/header-bag.ts';

const asValue = (value: OutgoingHttpHeader): HeaderValue => (typeof value === 'number' ? String(value) : value);

type Known = OutgoingHttpHeader | HeaderValue | undefined;

const isSame = (one: Known, other: Known): boolean => [one].flat().join('\n') === [other].flat().join('\n');

// The names in their original case. The types know this method only for requests.
const rawNames = (res: ServerResponse): string[] => {
  if (!('getRawHeaderNames' in res) || typeof res.getRawHeaderNames !== 'function') return res.getHeaderNames();
  const names: string[] = res.getRawHeaderNames();
  return names;
};

/**
 * Moves the headers of `ctx.response()` to Node's response while a native middleware runs, and then takes them back with its changes.
 * Headers that Node's response had before stay there, because they belong to native middleware around us.
 */
export class LentHeaders {
  readonly #res: ServerResponse;
  /** Null in a context without headers, such as one for tests. */
  readonly #bag: HeaderBag | null;
  readonly #before: OutgoingHttpHeaders;

  constructor(ctx: Context, res: ServerResponse) {
    this.#res = res;
    this.#bag = ctx instanceof HttpContext ? ctx.response().headers : null;
    this.#before = { ...res.getHeaders() };
    if (res.headersSent) return;
    for (const [name, value] of this.#bag?.entries() ?? [])
      res.setHeader(name, typeof value === 'string' ? value : [...value]);
  }

  /** Takes over the headers that the middleware has set, and drops those that it has removed. */
  stage(): void {
    if (this.#bag === null || this.#res.headersSent) return;
    this.#unstage(this.#bag);
    for (const name of rawNames(this.#res)) this.#take(this.#bag, name);
  }

  /** Like `stage()`, for a middleware that failed. Drops headers about the body that it had begun. */
  stageForError(): void {
    if (this.#res.headersSent) return;
    for (const name of this.#res.getHeaderNames())
      if (/^(?:content-(?!security-policy)|etag$|last-modified$|accept-ranges$)/.test(name))
        this.#res.removeHeader(name);
    this.stage();
  }

  #unstage(bag: HeaderBag): void {
    const removed = Array.from(bag.entries(), ([name]) => name).filter((name) => !this.#res.hasHeader(name));
    for (const name of removed) bag.remove(name);
  }

  #take(bag: HeaderBag, name: string): void {
    const value = this.#res.getHeader(name);
    const before = this.#before[name.toLowerCase()];
    if (value === undefined || isSame(value, before)) return;
    if (!isSame(value, bag.get(name))) bag.set(name, asValue(value));
    if (before === undefined) this.#res.removeHeader(name);
    else this.#res.setHeader(name, before);
  }
}
