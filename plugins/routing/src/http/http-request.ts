import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bindFields, type Input, type RouteInfo, type UploadedFile } from '@taproot/core';
import { hasBody } from '../body/has-body.ts';
import { parseParams } from '../body/parse-params.ts';
import { type ReadBody, readBody } from '../body/read-body.ts';
import { readRawBody } from '../body/read-raw-body.ts';
import { errors } from '../errors.ts';
import { accepts, wantsJson } from '../input/accepts.ts';
import { toInt, toInt64 } from '../input/convert.ts';
import { parseCookies } from '../input/cookies.ts';
import { InputReader } from '../input/input-reader.ts';
import { QueryReader } from '../input/query-reader.ts';
import { Abort } from './abort.ts';
import type { HttpContext } from './http-context.ts';

const absent: Promise<null> = Promise.resolve(null);

/** The request of one context; see the contract in core for what each method means. */
export class HttpRequest {
  protected readonly ctx: HttpContext;
  readonly #req: IncomingMessage;
  #query: Input | null = null;
  #cookies: Readonly<Record<string, string | undefined>> | null = null;
  #reading: Promise<ReadBody | null> | null = null;
  #raw: Promise<Buffer> | null = null;
  #body: ReadBody | null = null;
  #reader: InputReader | null = null;
  #abort: AbortController | null = null;
  #id = '';

  constructor(ctx: HttpContext) {
    this.ctx = ctx;
    this.#req = ctx.exchange.req;
  }

  method(): string {
    return this.#req.method ?? 'GET';
  }

  path(): string {
    const url = this.url();
    const query = url.indexOf('?');
    return query === -1 ? url : url.slice(0, query);
  }

  originPath(): string {
    return this.ctx.route?.info.path ?? '';
  }

  url(): string {
    return this.#req.url ?? '/';
  }

  fullUrl(): string {
    const { url } = this.ctx.kernel.app.config.app;
    const origin = url === '' ? `${this.scheme()}://${this.host()}` : url.replace(/\/+$/, '');
    return origin + this.url();
  }

  host(): string {
    return this.ctx.kernel.forwarded(this.#req).host;
  }

  scheme(): string {
    return this.ctx.kernel.forwarded(this.#req).proto;
  }

  ip(): string {
    return this.ctx.kernel.clientAddress(this.#req);
  }

  name(): string {
    return this.ctx.route?.info.name ?? '';
  }

  info(): RouteInfo | null {
    const info = this.ctx.route?.info;
    return info === undefined ? null : { ...info, method: this.method() };
  }

  id(): string {
    return (this.#id ||= this.ctx.kernel.nextRequestId());
  }

  header(name: string, fallback = ''): string {
    const value = this.#req.headers[name.toLowerCase()];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text === undefined || text === '' ? fallback : text;
  }

  headers(): IncomingHttpHeaders {
    return this.#req.headers;
  }

  cookie(name: string, fallback = ''): string {
    this.#cookies ??= parseCookies(this.header('cookie'));
    return this.#cookies[name] ?? fallback;
  }

  bearerToken(): string {
    return /^bearer +([^\s,]+)$/i.exec(this.header('authorization'))?.[1] ?? '';
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

  query(name: string, fallback?: string): string {
    return this.#queries().query(name, fallback);
  }

  queryInt(name: string, fallback?: number): number {
    return this.#queries().queryInt(name, fallback);
  }

  queryInt64(name: string, fallback?: bigint): bigint {
    return this.#queries().queryInt64(name, fallback);
  }

  queryBool(name: string, fallback?: boolean): boolean {
    return this.#queries().queryBool(name, fallback);
  }

  queryArray(name: string): string[] {
    return this.#queries().queryArray(name);
  }

  queryMap(name: string): Record<string, string> {
    return this.#queries().queryMap(name);
  }

  queries(): Input {
    return this.#queryInput();
  }

  input(name: string, fallback?: string): string {
    return this.#input('input').input(name, fallback);
  }

  inputInt(name: string, fallback?: number): number {
    return this.#input('inputInt').inputInt(name, fallback);
  }

  inputInt64(name: string, fallback?: bigint): bigint {
    return this.#input('inputInt64').inputInt64(name, fallback);
  }

  inputBool(name: string, fallback?: boolean): boolean {
    return this.#input('inputBool').inputBool(name, fallback);
  }

  inputArray(name: string, fallback?: string[]): string[] {
    return this.#input('inputArray').inputArray(name, fallback);
  }

  inputMap(name: string, fallback?: Input): Input {
    return this.#input('inputMap').inputMap(name, fallback);
  }

  inputMapArray(name: string, fallback?: Input[]): Input[] {
    return this.#input('inputMapArray').inputMapArray(name, fallback);
  }

  all(): Input {
    return this.#input('all').all();
  }

  only(...names: string[]): Input {
    return this.#input('only').only(...names);
  }

  except(...names: string[]): Input {
    return this.#input('except').except(...names);
  }

  has(...names: string[]): boolean {
    return this.#input('has').has(...names);
  }

  filled(...names: string[]): boolean {
    return this.#input('filled').filled(...names);
  }

  bind<Target extends object>(target: Target): Target {
    return bindFields(target, this.all());
  }

  bindQuery<Target extends object>(target: Target): Target {
    return bindFields(target, this.queries());
  }

  file(name: string): UploadedFile | null {
    return this.#input('file').file(name);
  }

  files(name: string): UploadedFile[] {
    return this.#input('files').files(name);
  }

  async body(): Promise<unknown> {
    return (await this.read())?.value ?? null;
  }

  rawBody(): Promise<Buffer> {
    return (this.#raw ??= readRawBody(this.#req, this.ctx.kernel.config, this.#abort?.signal ?? null));
  }

  abort(status = 400): never {
    return this.#leave(status, null);
  }

  abortWithStatus(status: number): never {
    return this.#leave(status, null);
  }

  abortWithStatusJson(status: number, body: unknown): never {
    return this.#leave(status, body);
  }

  signal(): AbortSignal {
    this.#abort ??= this.#watch();
    return this.#abort.signal;
  }

  origin(): IncomingMessage {
    return this.#req;
  }

  /** Reads the body once; null when there is none, or the method gives it no meaning (RFC 9110 9.3.1). */
  read(): Promise<ReadBody | null> {
    if (this.#reading !== null) return this.#reading;
    if (!this.expectsBody()) return absent;
    this.#reading = readBody(this.#req, this.ctx.kernel.config, this.#abort?.signal ?? null).then((body) =>
      this.#keep(body),
    );
    return this.#reading;
  }

  /** Whether there is a body that handlers may ask for. */
  expectsBody(): boolean {
    const method = this.method();
    return method !== 'GET' && method !== 'HEAD' && this.ctx.route?.rawBody !== true && hasBody(this.#req);
  }

  cancel(reason: Error): void {
    this.#abort?.abort(reason);
  }

  // Spooled files live as long as the exchange: until the reply is out, or the client gone.
  #keep(body: ReadBody): ReadBody {
    const { res } = this.ctx.exchange;
    if (res.destroyed) void body.dispose();
    else if (body.files.length > 0) res.once('close', () => void body.dispose());
    this.#body = body;
    return body;
  }

  #queryInput(): Input {
    if (this.#query !== null) return this.#query;
    const url = this.url();
    const at = url.indexOf('?');
    return (this.#query = parseParams(at === -1 ? '' : url.slice(at + 1), this.ctx.kernel.config.params_limit));
  }

  #queries(): QueryReader {
    return new QueryReader(this.#queryInput());
  }

  #input(method: string): InputReader {
    if (this.#body === null && this.expectsBody()) throw errors.E_BODY_UNREAD({ method });
    return (this.#reader ??= new InputReader({
      fields: () => this.#body?.fields ?? null,
      files: () => this.#body?.files ?? [],
      query: () => this.#queryInput(),
      route: this.ctx.exchange.params,
    }));
  }

  #leave(status: number, body: unknown): never {
    const { response } = new Abort(this.ctx.kernel.abortResponse(this.ctx, status, body));
    this.ctx.aborted = response;
    throw new Abort(response);
  }

  #watch(): AbortController {
    const controller = new AbortController();
    const { res } = this.ctx.exchange;
    const left = (): void => {
      if (!res.writableFinished) controller.abort(errors.E_CLIENT_LEFT());
    };
    if (res.destroyed) left();
    else res.once('close', left);
    return controller;
  }
}
