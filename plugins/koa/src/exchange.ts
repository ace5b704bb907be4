import type { ServerResponse } from 'node:http';
import type { Context, Response } from '@taproot/core';
import type { ResponseBody } from '@taproot/core/internal';
import { discardWith, HttpContext, isFileBody, isStream, Reply } from '@taproot/routing/bridge';
import { checkStatus } from '@taproot/routing/driver';
import type Koa from 'koa';
import { koaBodyOf, responseBodyOf } from './body.ts';

/** Members of Koa's request that parsers set: koa-body sets all three, others the body. */
const parsed = ['body', 'rawBody', 'files'];

/** Shows Koa's middleware the input that earlier parsers put onto Node's request. */
export const takeParsed = ({ req, request }: Koa.Context): void => {
  for (const name of parsed) {
    const value: unknown = Reflect.get(req, name);
    if (value !== undefined && Reflect.get(request, name) === undefined) Reflect.set(request, name, value);
  }
};

/** Puts the input that a Koa middleware parsed onto Node's request, where our body is read from. */
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

/** Takes all headers off Node's response. */
export const clearHeaders = (res: ServerResponse): void => {
  for (const name of res.getHeaderNames()) res.removeHeader(name);
};

/**
 * Moves one response between Koa and us. Koa stores status and headers on Node's response, and the body on its context;
 * we store all three on a `Response`. While Koa's middleware runs, Koa's side has them; otherwise ours has, and Node's
 * response has no headers.
 */
export class KoaExchange {
  readonly koa: Koa.Context;
  readonly ctx: Context;
  /** The body of the response that was moved last, as either side has it. */
  #moved: { readonly ours: ResponseBody; readonly koas: unknown } | null = null;

  constructor(koa: Koa.Context, ctx: Context) {
    this.koa = koa;
    this.ctx = ctx;
  }

  /** Puts a response into Koa's context: over what was set there before, which it has the last word over. */
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

  /** Adds the headers of a response that has none but those staged for any; Koa's own win. */
  stage(response: Response): void {
    const { res } = this.koa;
    for (const [name, value] of response.headers())
      if (!res.hasHeader(name) || /^(?:vary|set-cookie)$/i.test(name)) this.#adoptHeader(name, value);
  }

  /** Makes `response` say what Koa's context does, and takes the headers off Node's response. */
  release(response: Response): Response {
    const { koa } = this;
    const { res } = koa;
    response.status = koa.status;
    this.#releaseBody(response);
    const names = headerNames(res);
    const before = Array.from(response.headers(), ([name]) => name);
    for (const name of before) if (!res.hasHeader(name)) response.removeHeader(name);
    // Text and bytes are counted when they are written.
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
    // Of nothing under the type of JSON, Koa would make the text `null`.
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
    // A file was opened for Koa; any other body is the same on both sides.
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
    // The type of this reply alone: staged as a header, another one that an outer middleware answers would have it, too.
    const own = response instanceof Reply && !response.bag.has('content-type');
    if (own && name.toLowerCase() === 'content-type' && typeof text === 'string') response.type = text;
    else response.setHeader(name, text);
  }
}
