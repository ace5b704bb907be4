import { HttpError, type Input, type UploadedFile } from '@taproot/core';
import { bindFields, errors as coreErrors, type SharesInput, sharedInput } from '@taproot/core/internal';
import type { ReadBody } from '../body/body.ts';
import { hasBody, isUpload } from '../body/body-type.ts';
import { fieldsOf } from '../body/fields-of.ts';
import { bodyWithoutContent, readNow } from '../body/read-body.ts';
import { readRawBody, turn } from '../body/read-bytes.ts';
import { errors } from '../errors.ts';
import { toBool, toInt, toInt64, toText, toTexts } from '../input/convert.ts';
import { type DotPath, splitPath, walk } from '../input/dot-path.ts';
import { copyInput, createInput, isFile, isMap } from '../input/input-map.ts';
import { omitPaths, pickPaths } from '../input/select-paths.ts';
import { originForm } from '../pattern/canonical-path.ts';
import { Abort, type HttpContext } from './http-context.ts';
import { RequestHead } from './request-head.ts';
import { toWeb } from './to-web.ts';

/** A rejection for every later reader. Perhaps no code reads the body, so it must not become an unhandled rejection. */
const refused = (error: unknown): Promise<ReadBody> => {
  const failure = Promise.reject<ReadBody>(error);
  failure.catch(() => undefined);
  return failure;
};

/** Aborts with `E_CLIENT_LEFT` when the client leaves before its reply is out, and at the end of the application. */
const watchClient = ({ exchange: { res }, site: { signals } }: HttpContext): AbortController => {
  const controller = new AbortController();
  const left = (): void => {
    signals.forget(controller);
    if (!res.writableFinished) controller.abort(errors.E_CLIENT_LEFT());
  };
  signals.add(controller);
  if (res.destroyed) left();
  else res.once('close', left);
  return controller;
};

/**
 * Aborts when the response is sent or the client has left. Otherwise no code would read an upload that is still arriving, and its files
 * would stay until the connection times out, or for ever.
 */
const watchUpload = ({ exchange: { req, res } }: HttpContext): AbortSignal => {
  const controller = new AbortController();
  const end = (): void => {
    // Usually the body has been read. Then this avoids abort(), which makes an error with a stack.
    if (!req.readableEnded) controller.abort();
    // Aborting a read pauses the request, but a kept connection needs the rest of the body to be read.
    req.resume();
  };
  if (res.destroyed) end();
  else res.once('close', end);
  return controller.signal;
};

const noQuery: Input = Object.freeze(createInput());

const isEmpty = (map: Readonly<Record<string, unknown>>): boolean => {
  // `for-in` is safe, because input maps inherit nothing.
  for (const _ in map) return false;
  return true;
};

/** The request of one context; see the contract in core for what each method means. */
export class HttpRequest extends RequestHead implements SharesInput {
  #reading: ReadBody | Promise<ReadBody> | null = null;
  #raw: Promise<Buffer> | null = null;
  #body: ReadBody | null = null;
  /** The body to use for a request without a body; undefined until input is read. */
  #absent: ReadBody | null | undefined;
  #left = false;
  /** Whether the response ends only when the client leaves or the application closes. */
  endless = false;
  #abort: AbortController | null = null;
  /** When the body had arrived, on the clock of the application; Infinity while it is read, 0 if it is never read. */
  readAt = 0;

  input(name: string, fallback = ''): string {
    return toText(this.#find('input', name)) ?? fallback;
  }

  inputInt(name: string, fallback = 0): number {
    return toInt(this.#find('inputInt', name), fallback);
  }

  inputInt64(name: string, fallback = 0n): bigint {
    return toInt64(this.#find('inputInt64', name), fallback);
  }

  /** Returns the fallback also for the empty text, because an empty form field sends it. */
  inputBool(name: string, fallback = false): boolean {
    const text = toText(this.#find('inputBool', name)) ?? '';
    return text === '' ? fallback : toBool(text);
  }

  /** A single value becomes a list of one, the empty text an empty list. A route parameter is split at commas. */
  inputArray(name: string, fallback: string[] = []): string[] {
    const path = splitPath(name);
    const holder = this.#holder('inputArray', path);
    const value = walk(holder, path);
    if (Array.isArray(value)) return toTexts(value);
    const text = isMap(value) ? undefined : toText(value);
    if (text === undefined) return fallback;
    if (text === '') return [];
    return holder === this.routes() ? text.split(',') : [text];
  }

  /** Also returns the fallback for a value that is not a map. */
  inputMap(name: string, fallback: Input = createInput()): Input {
    const value = this.#find('inputMap', name);
    return isMap(value) ? createInput(value) : fallback;
  }

  /** Also returns the fallback for a list with an element that is not a map. */
  inputMapArray(name: string, fallback: Input[] = []): Input[] {
    const value = this.#find('inputMapArray', name);
    return Array.isArray(value) && value.every(isMap) ? value.map((element) => createInput(element)) : fallback;
  }

  all(): Input {
    const input = this.#shared('all');
    return input === this.#fields('all') ? copyInput(input) : input;
  }

  /** Validation reads this: it throws for a body without fields, because the rules would otherwise check an empty input. */
  [sharedInput](): Input {
    const input = this.#shared('all');
    if (this.#body !== null) fieldsOf(this.#body);
    return input;
  }

  only(...names: string[]): Input {
    return pickPaths(this.#shared('only'), names);
  }

  except(...names: string[]): Input {
    return omitPaths(this.#shared('except'), names);
  }

  has(...names: string[]): boolean {
    return names.every((name) => this.#find('has', name) !== undefined);
  }

  filled(...names: string[]): boolean {
    return names.every((name) => {
      const value = this.#find('filled', name);
      return value !== undefined && value !== null && value !== '';
    });
  }

  bind<Target extends object>(target: Target): Target {
    return bindFields(target, this.all());
  }

  bindQuery<Target extends object>(target: Target): Target {
    return bindFields(target, this.queries());
  }

  file(name: string): UploadedFile | null {
    return this.#files('file', name)[0] ?? null;
  }

  /** The files at a dot path: `user.photos` finds the fields `user[photos]` and `user[photos][]`. */
  files(name: string): UploadedFile[] {
    return this.#files('files', name);
  }

  async body(): Promise<unknown> {
    await turn;
    try {
      return this.useBody(await this.read())?.value ?? null;
    } catch (error) {
      this.#endRead();
      throw error;
    }
  }

  async rawBody(): Promise<Buffer> {
    if (this.#reading !== null && this.#raw === null && this.expectsBody())
      throw errors.E_BODY_NOT_RAW({ method: 'rawBody' });
    return (this.#raw ??= readRawBody(this.req, this.ctx.site.config, this.#abort?.signal ?? null));
  }

  toWeb(): globalThis.Request {
    if (this.#reading !== null && this.#raw === null) throw errors.E_BODY_NOT_RAW({ method: 'toWeb' });
    return toWeb({
      req: this.req,
      url: `${this.scheme()}://${this.host() || 'localhost'}${originForm(this.target())}`,
      signal: this.signal(),
      config: this.ctx.site.config,
      bytes: this.#raw,
    });
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
    return this.endless ? this.endlessSignal() : (this.#abort ??= watchClient(this.ctx)).signal;
  }

  /** Whether code has asked for the signal. */
  get hasSignal(): boolean {
    return this.#abort !== null;
  }

  /** Makes the signal that of an endless response, now or when code asks for it. */
  becomeEndless(): void {
    this.endless = true;
    if (this.#abort !== null) this.ctx.site.signals.addEndless(this.#abort);
  }

  /** `signal()` for an endless response: it also aborts as soon as the application closes. */
  endlessSignal(): AbortSignal {
    this.#abort ??= watchClient(this.ctx);
    this.endless = true;
    this.ctx.site.signals.addEndless(this.#abort);
    return this.#abort.signal;
  }

  /**
   * Reads the body once, one turn after the `request` event. Null without a body, or for a method whose bodies have no meaning (RFC 9110
   * 9.3.1). The caller passes the result to `useBody()`; doing it here would cost one more promise per request.
   */
  read(): ReadBody | Promise<ReadBody> | null {
    if (this.#reading !== null) return this.#reading;
    if (!this.expectsBody()) return this.#withoutContent();
    this.readAt = Number.POSITIVE_INFINITY;
    try {
      const signal = isUpload(this.req) ? watchUpload(this.ctx) : (this.#abort?.signal ?? null);
      this.#reading = readNow(this.req, this.ctx.site.config, signal);
    } catch (error) {
      this.#reading = refused(error);
    }
    return this.#reading;
  }

  /** Sets a body that other code has read, so that the request does not read it. */
  presetBody(body: ReadBody): void {
    this.#reading = body;
  }

  /**
   * Makes a body the input of this request. Spooled files exist until the handler has ended and the response is sent or
   * the client has left, because a handler may still read them after the client has left.
   */
  useBody(body: ReadBody | null): ReadBody | null {
    if (body === null || this.#body !== null) return body;
    this.#body = body;
    this.#endRead();
    if (body.files.length === 0) return body;
    const disks = this.ctx.site.app.provided('uploads');
    for (const file of body.files) file.useDisks?.(disks);
    const { res } = this.ctx.exchange;
    if (res.destroyed) this.release();
    else res.once('close', () => this.release());
    return body;
  }

  /** The body if it has been read; else null. */
  get readBody(): ReadBody | null {
    return this.#body;
  }

  /** Removes the spooled files when nothing can read them any more. */
  release(): void {
    if (this.ctx.ended && this.ctx.exchange.res.destroyed) void this.#body?.dispose();
  }

  /** From now on an unread body counts as absent. It can still be read. */
  leaveBody(): void {
    this.#left = true;
    if (this.readAt === Number.POSITIVE_INFINITY) this.#endRead();
  }

  /** Whether there is a body that handlers may ask for. */
  expectsBody(): boolean {
    const method = this.method();
    return method !== 'GET' && method !== 'HEAD' && this.ctx.route?.rawBody !== true && hasBody(this.req);
  }

  /** Aborts `signal()`, also for later callers. */
  cancel(reason: Error): void {
    this.#abort ??= watchClient(this.ctx);
    this.#abort.abort(reason);
  }

  /** The value at a dot path of the input. */
  #find(method: string, name: string): unknown {
    const path = splitPath(name);
    return walk(this.#holder(method, path), path);
  }

  /**
   * The part of the input that contains the first segment of a name: the body if it has that member, else the query, else the route
   * parameters. So every method reads the data of `all()`, which validation checks. If the body contains the field, even as null, the query
   * is not consulted.
   */
  #holder(method: string, [root]: DotPath): Readonly<Record<string, unknown>> {
    const body = this.#fields(method);
    if (body !== null && Object.hasOwn(body, root)) return body;
    const query = this.#query();
    return Object.hasOwn(query, root) ? query : this.routes();
  }

  /** Like `all()`, but callers must not change it: it may be the body itself. */
  #shared(method: string): Input {
    const body = this.#fields(method);
    const [route, query] = [this.routes(), this.#query()];
    // Most forms and API calls send only a body.
    if (body !== null && isEmpty(query) && isEmpty(route)) return body;
    return createInput(route, query, body);
  }

  #files(method: string, name: string): UploadedFile[] {
    const body = this.#readable(method);
    if (body === null || body.files.length === 0) return [];
    const value = walk(body.fields, splitPath(name));
    return (Array.isArray(value) ? value : [value]).filter(isFile);
  }

  /** The body if it is a map (a JSON object, or a form with its files), otherwise null. */
  #fields(method: string): Input | null {
    const body = this.#readable(method);
    return body === null ? null : body.fields;
  }

  #query(): Input {
    return this.hasQuery() ? this.queries() : noQuery;
  }

  /** The body from which input is read; null for none. Throws `E_BODY_UNREAD` with the name of the method that was called too early. */
  #readable(method: string): ReadBody | null {
    if (this.#body !== null) return this.#body;
    if (!this.#left && this.expectsBody()) throw coreErrors.E_BODY_UNREAD({ method });
    if (this.#absent === undefined) this.#absent = this.#withoutContent();
    return this.#absent;
  }

  #withoutContent(): ReadBody | null {
    return this.#left || hasBody(this.req) ? null : bodyWithoutContent(this.req);
  }

  #endRead(): void {
    this.readAt = this.ctx.site.clock.now;
  }

  #leave(status: number, body: unknown): never {
    const { ctx } = this;
    const response =
      body === null ? ctx.site.errors.plain(new HttpError(status), ctx) : ctx.response().json(status, body);
    ctx.aborted = response;
    throw new Abort(response);
  }
}
