import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Input } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import { parseParams } from '../body/parse-params.ts';
import { accepts, bearerToken, wantsJson } from '../input/accepts.ts';
import { toBool, toInt, toInt64 } from '../input/convert.ts';
import { parseCookies } from '../input/cookies.ts';
import { getPath } from '../input/dot-path.ts';
import { createInput } from '../input/input-map.ts';
import { openCookie, verifyCookie } from '../input/sealed-cookies.ts';
import { encodedTarget } from '../pattern/canonical-path.ts';
import { infoOfMethod } from '../router/route-info.ts';
import { mountPrefix } from '../server/mount-prefix.ts';
import { upgradeOf } from '../server/upgrade.ts';
import type { HttpContext } from './http-context.ts';

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

/** The head of a request: line, headers, route parameters and query. */
export class RequestHead {
  protected readonly ctx: HttpContext;
  protected readonly req: IncomingMessage;
  #query: Input | null = null;
  #cookies: Readonly<Record<string, string | undefined>> | null = null;
  #id = '';

  constructor(ctx: HttpContext) {
    this.ctx = ctx;
    this.req = ctx.exchange.req;
  }

  method(): string {
    return this.req.method ?? 'GET';
  }

  path(): string {
    return this.ctx.exchange.path;
  }

  originPath(): string {
    return this.ctx.route?.info.path ?? '';
  }

  target(): string {
    return mountPrefix(this.req) + this.ctx.exchange.target;
  }

  url(): string {
    const { path, search } = this.ctx.exchange;
    return mountPrefix(this.req) + encodedTarget(path + search);
  }

  fullUrl(): string {
    const { url } = this.ctx.site.app.config.app;
    if (url === null) return `${this.scheme()}://${this.host()}${this.url()}`;
    const origin = url.replace(/(?<!\/)\/+$/, '');
    const prefix = mountPrefix(this.req);
    // `app.url` may have the prefix already.
    return origin + this.url().slice(origin.endsWith(prefix) ? prefix.length : 0);
  }

  host(): string {
    return this.ctx.site.forwarded(this.req).host;
  }

  scheme(): string {
    return this.ctx.site.forwarded(this.req).proto;
  }

  ip(): string {
    return this.ctx.site.clientAddress(this.req);
  }

  name(): string {
    return this.ctx.route?.info.name ?? '';
  }

  info(): RouteInfo | null {
    const info = this.ctx.route?.info;
    return info === undefined ? null : infoOfMethod(info, this.method());
  }

  id(): string {
    return (this.#id ||= this.ctx.site.requestId(this.req));
  }

  upgrade(): string {
    return upgradeOf(this.req)?.protocol ?? '';
  }

  header(name: string, fallback = ''): string {
    const value = this.req.headers[name.toLowerCase()];
    if (Array.isArray(value)) return value.join(', ') || fallback;
    // Every object inherits names such as `constructor`, so check the type.
    return typeof value === 'string' && value !== '' ? value : fallback;
  }

  headers(): IncomingHttpHeaders {
    return this.req.headers;
  }

  cookie(name: string, fallback = ''): string {
    this.#cookies ??= parseCookies(this.header('cookie'));
    return this.#cookies[name] ?? fallback;
  }

  encryptedCookie(name: string, fallback = ''): string {
    return openCookie(this.ctx.site.app, name, this.cookie(name)) ?? fallback;
  }

  signedCookie(name: string, fallback = ''): string {
    return verifyCookie(this.ctx.site.app, name, this.cookie(name)) ?? fallback;
  }

  bearerToken(): string {
    return bearerToken(this.req);
  }

  userAgent(): string {
    return this.header('user-agent');
  }

  contentType(): string {
    return (this.header('content-type').split(';')[0] ?? '').trim().toLowerCase();
  }

  accepts(...types: string[]): string | null {
    return accepts(this.header('accept'), types);
  }

  wantsJson(): boolean {
    return wantsJson(this.header('accept'));
  }

  route(name: string, fallback = ''): string {
    return this.ctx.exchange.params[name] ?? fallback;
  }

  routeInt(name: string, fallback = 0): number {
    return toInt(this.route(name), fallback);
  }

  routeInt64(name: string, fallback = 0n): bigint {
    return toInt64(this.route(name), fallback);
  }

  routes(): Readonly<Record<string, string>> {
    return this.ctx.exchange.params;
  }

  query(name: string, fallback = ''): string {
    return firstText(this.#parameter(name)) ?? fallback;
  }

  queryInt(name: string, fallback = 0): number {
    return toInt(this.query(name), fallback);
  }

  queryInt64(name: string, fallback = 0n): bigint {
    return toInt64(this.query(name), fallback);
  }

  /** Returns the fallback only when the parameter is absent. An empty parameter is false. */
  queryBool(name: string, fallback = false): boolean {
    const text = firstText(this.#parameter(name));
    return text === undefined ? fallback : toBool(text);
  }

  queryArray(name: string): string[] {
    const value = this.#parameter(name);
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((element) => typeof element === 'string');
  }

  /** For a list, the elements by index. If a member was sent twice, the first value. Leaves out deeper maps. */
  queryMap(name: string): Record<string, string> {
    const map = createInput() as Record<string, string>;
    const value = this.#parameter(name);
    if (typeof value !== 'object' || value === null) return map;
    for (const [key, member] of Object.entries(value)) {
      const text = firstText(member);
      if (text !== undefined) map[key] = text;
    }
    return map;
  }

  queries(): Input {
    return (this.#query ??= parseParams(this.ctx.exchange.search.slice(1), this.ctx.site.config.max_params));
  }

  /** Whether the target has a `?`. */
  hasQuery(): boolean {
    return this.ctx.exchange.search !== '';
  }

  node(): IncomingMessage {
    return this.req;
  }

  origin(): IncomingMessage {
    return this.req;
  }

  /** First looks for a parameter with the whole name, dots included; else reads the name as a dot path: `filter.state`. */
  #parameter(name: string): unknown {
    const query = this.queries();
    return Object.hasOwn(query, name) ? query[name] : getPath(query, name);
  }
}
