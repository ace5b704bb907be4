import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '@taproot/core';
import type { Accepts } from 'accepts';
import { accepts } from '../late-packages.ts';
import { matchesType } from './koa-types.ts';

const slash = '/';

/** The request side of a `KoaView`. Method, address and body are its own: changing them changes nothing for our handlers. */
export class KoaRequest {
  readonly req: IncomingMessage;
  readonly originalUrl: string;
  method: string;
  /** Canonical, as everywhere in the framework. */
  path: string;
  url: string;
  /** What a Koa middleware parsed, for the Koa middleware after it. */
  body: unknown = undefined;
  files: unknown = undefined;
  rawBody: unknown = undefined;
  readonly #ctx: Context;
  #accepts: Accepts | null = null;

  constructor(ctx: Context) {
    const request = ctx.request();
    this.#ctx = ctx;
    this.req = request.origin();
    this.method = request.method();
    this.path = request.path();
    this.url = this.originalUrl = request.url();
  }

  get headers(): IncomingHttpHeaders {
    return this.req.headers;
  }

  get header(): IncomingHttpHeaders {
    return this.req.headers;
  }

  get socket(): Socket {
    return this.req.socket;
  }

  get querystring(): string {
    const mark = this.url.indexOf('?');
    return mark === -1 ? '' : this.url.slice(mark + 1);
  }

  get query(): Record<string, unknown> {
    return this.#ctx.request().queries();
  }

  get ip(): string {
    return this.#ctx.request().ip();
  }

  get host(): string {
    return this.#ctx.request().host();
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, '');
  }

  get protocol(): string {
    return this.#ctx.request().scheme();
  }

  get secure(): boolean {
    return this.protocol === 'https';
  }

  /** Scheme and host, as in Koa; not the `Origin` header. */
  get origin(): string {
    return `${this.protocol}://${this.host}`;
  }

  get href(): string {
    return this.origin + (this.originalUrl.startsWith(slash) ? this.originalUrl : slash);
  }

  /** Media type of the body without parameters; empty when there is none. */
  get type(): string {
    return this.get('Content-Type').split(';', 1)[0]?.trim() ?? '';
  }

  get length(): number | undefined {
    const length = this.get('Content-Length');
    return length === '' ? undefined : Number(length);
  }

  /** A request header, empty when absent; `Referrer` is `Referer`. */
  get(field: string): string {
    const name = field.toLowerCase();
    const value = this.req.headers[name === 'referrer' ? 'referer' : name] ?? '';
    return typeof value === 'string' ? value : value.join(', ');
  }

  /** Null without a body, else the first of `types` the body's type fits, else false; without `types` its own type. */
  is(...types: (string | string[])[]): string | false | null {
    const { headers } = this.req;
    if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return null;
    return matchesType(this.type, types.flat());
  }

  accepts(...types: string[] | [string[]]): string | false | string[] {
    return this.#accept().type(types.flat());
  }

  acceptsEncodings(...encodings: string[] | [string[]]): string | false | string[] {
    return this.#accept().encoding(encodings.flat());
  }

  acceptsCharsets(...charsets: string[] | [string[]]): string | false | string[] {
    return this.#accept().charset(charsets.flat());
  }

  acceptsLanguages(...languages: string[] | [string[]]): string | false | string[] {
    return this.#accept().language(languages.flat());
  }

  #accept(): Accepts {
    return (this.#accepts ??= accepts()(this.req));
  }
}
