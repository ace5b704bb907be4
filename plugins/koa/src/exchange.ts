import type { ServerResponse } from 'node:http';
import type { Context, Response } from '@taproot/core';
import type { ResponseBody } from '@taproot/core/internal';
import { discardWith, HttpContext, isFileBody, isStream, Reply } from '@taproot/routing/bridge';
import { checkStatus } from '@taproot/routing/driver';
import type Koa from 'koa';
import { koaBodyOf, responseBodyOf } from './body.ts';

/** Members of Koa's request that parsers set: koa-body sets all three, others the body. */
const parsed = ['body', 'rawBody', 'files'];

/** Copies the input that earlier parsers put onto Node's request to Koa's request. */
export const takeParsed = ({ req, request }: Koa.Context): void => {
  for (const name of parsed) {
    const value: unknown = Reflect.get(req, name);
    if (value !== undefined && Reflect.get(request, name) === undefined) Reflect.set(request, name, value);
  }
};

/** Copies the input that a Koa middleware has parsed to Node's request, where Taproot reads it. */
export const giveParsed = ({ req, request }: Koa.Context): void => {
  for (const name of parsed) {
    const value: unknown = Reflect.get(request, name);
    if (value !== undefined) Reflect.set(req, name, value);
  }
};

type HeaderValue = string | readonly string[];

const asList = (value: HeaderValue | number | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat().map(String);

// The names in their original case, if the runtime stores it. The types know this method only for requests.
const headerNames = (res: ServerResponse): string[] => {
  if (!('getRawHeaderNames' in res) || typeof res.getRawHeaderNames !== 'function') return res.getHeaderNames();
  const names: string[] = res.getRawHeaderNames();
  return names;
};

/** Removes all headers from Node's response. */
export const clearHeaders = (res: ServerResponse): void => {
  for (const name of res.getHeaderNames()) res.removeHeader(name);
};

/**
 * Moves one response between Koa and us. Koa stores status and headers on Node's response, and the body on its context; we store all three
 * on a `Response`. While Koa's middleware runs, they are on Koa's side. At all other times they are on our side, and Node's response has no
 * headers.
 */
export class KoaExchange {
  readonly koa: Koa.Context;
  readonly ctx: Context;
  /** The body of the response that was moved last, in the form of each side. */
  #moved: { readonly ours: ResponseBody; readonly koas: unknown } | null = null;

  constructor(koa: Koa.Context, ctx: Context) {
    this.koa = koa;
    this.ctx = ctx;
  }

  /** Puts a response into Koa's context. It replaces everything that was set there before. */
  adopt(response: Response): void {
    const { koa } = this;
    const { res } = koa;
    if (res.headersSent) return;
    checkStatus(response.status);
    if (!this.#keepsOwn(response)) {
      const type = koa.body === undefined ? res.getHeader('content-type') : undefined;
      this.#adoptBody(response);
      koa.status = response.status;
      res.removeHeader('Content-Length');
      if (type === undefined || response.body === null) res.removeHeader('Content-Type');
      else res.setHeader('Content-Type', type);
      if (isFileBody(response.body)) res.setHeader('Content-Length', response.body.size);
    }
    for (const [name, value] of response.headers()) this.#adoptHeader(name, value);
  }

  /** Adds the headers of `ctx.response()` for a response that has no others. Koa's own headers win. */
  stage(response: Response): void {
    const { res } = this.koa;
    for (const [name, value] of response.headers())
      if (!res.hasHeader(name) || /^(?:vary|set-cookie)$/i.test(name)) this.#adoptHeader(name, value);
  }

  /** Moves status, headers and body of Koa's context to `response`, and removes the headers from Node's response. */
  release(response: Response): Response {
    const { koa } = this;
    const { res } = koa;
    response.status = koa.status;
    this.#releaseBody(response);
    const names = headerNames(res);
    const before = Array.from(response.headers(), ([name]) => name);
    for (const name of before) if (!res.hasHeader(name)) response.removeHeader(name);
    // The writer sets the length of text and bytes.
    const counted = response.body !== null && !isStream(response.body);
    for (const name of names) {
      if (counted && name.toLowerCase() === 'content-length') response.removeHeader(name);
      else this.#releaseHeader(response, name);
    }
    clearHeaders(res);
    return response;
  }

  /** Whether the handler returned nothing, so that the response of Koa's middleware is used. */
  #keepsOwn(response: Response): boolean {
    const { koa } = this;
    const silent = this.ctx instanceof HttpContext && this.ctx.silent === response;
    return silent && (koa.body !== undefined || koa.status !== 404);
  }

  #adoptBody(response: Response): void {
    const { koa } = this;
    const known = this.#moved?.ours === response.body ? this.#moved.koas : undefined;
    const body = known === undefined ? koaBodyOf(response) : known;
    this.#moved = { ours: response.body, koas: body };
    // Without a body but with the type JSON, Koa would send the text `null`.
    koa.remove('Content-Type');
    if (koa.body !== body) koa.body = body;
  }

  #adoptHeader(name: string, value: HeaderValue): void {
    const { koa } = this;
    const { res } = koa;
    if (/^vary$/i.test(name)) koa.vary([...asList(value)]);
    else if (/^set-cookie$/i.test(name)) {
      const before = asList(res.getHeader(name));
      res.setHeader(name, [...before, ...asList(value).filter((cookie) => !before.includes(cookie))]);
    } else res.setHeader(name, value);
  }

  #releaseBody(response: Response): void {
    const { body } = this.koa;
    const old = response.body;
    // A file is open on Koa's side. Any other body is the same on both sides.
    const moved = this.#moved;
    const same = moved !== null && moved.koas === body && moved.ours === old;
    if (same && !isFileBody(old)) return;
    const made = responseBodyOf(body);
    if (isStream(old) && made !== old) discardWith(made, old);
    response.body = made;
    this.#moved = { ours: made, koas: body };
  }

  #releaseHeader(response: Response, name: string): void {
    const value = this.koa.res.getHeader(name);
    if (value === undefined) return;
    const text = typeof value === 'number' ? String(value) : value;
    const known = response.header(name);
    if (asList(known).join('\n') === asList(text).join('\n')) return;
    // Sets the type only on this reply. As a header of `ctx.response()`, another reply of an outer middleware would get it, too.
    const own = response instanceof Reply && !response.bag.has('content-type');
    if (own && name.toLowerCase() === 'content-type' && typeof text === 'string') response.type = text;
    else response.setHeader(name, text);
  }
}
