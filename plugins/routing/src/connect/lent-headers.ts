import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import { HttpContext } from '../exchange/http-context.ts';
import type { HeaderBag, HeaderValue } from '../response/header-bag.ts';

const asValue = (value: OutgoingHttpHeader): HeaderValue => (typeof value === 'number' ? String(value) : value);

type Known = OutgoingHttpHeader | HeaderValue | undefined;

const isSame = (one: Known, other: Known): boolean => [one].flat().join('\n') === [other].flat().join('\n');

// As they were written. The types know the method on requests only.
const rawNames = (res: ServerResponse): string[] => {
  if (!('getRawHeaderNames' in res) || typeof res.getRawHeaderNames !== 'function') return res.getHeaderNames();
  const names: string[] = res.getRawHeaderNames();
  return names;
};

/**
 * Moves the staged headers to Node's response while a native middleware runs, and takes them back afterwards with its
 * changes. Headers that were on Node's response before stay there, because they belong to native middleware outside of
 * ours.
 */
export class LentHeaders {
  readonly #res: ServerResponse;
  /** Null in a context that stages nothing. */
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

  /** Stages what the middleware has set, and unstages what it has removed. */
  stage(): void {
    if (this.#bag === null || this.#res.headersSent) return;
    this.#unstage(this.#bag);
    for (const name of rawNames(this.#res)) this.#take(this.#bag, name);
  }

  /** The same for a middleware that failed: what tells of the body that it began is dropped. */
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
