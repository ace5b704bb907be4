import { type Input, type UploadedFile } from '@taproot/core';
import { bindFields, errors as coreErrors, type SharesInput, sharedInput } from '@taproot/core/plugin';
import type { ReadBody } from '../body/body.ts';
import { hasBody, isUpload } from '../body/body-type.ts';
import { fieldsOf } from '../body/fields-of.ts';
import { bodyWithoutContent, readNow } from '../body/read-body.ts';
import { readRawBody, turn } from '../body/read-bytes.ts';
import { errors } from '../errors.ts';
import { InputReader } from '../input/input-reader.ts';
import { originForm } from '../pattern/canonical-path.ts';
import { Abort } from './abort.ts';
import { RequestHead } from './request-head.ts';
import { RequestInput } from './request-input.ts';
import { toWeb } from './to-web.ts';
import { watchClient, watchUpload } from './watch-client.ts';

/**
 * A failure for every later reader. It is unknown whether anybody reads it, so it must not be an unhandled rejection.
 */
const refused = (error: unknown): Promise<ReadBody> => {
  const failure = Promise.reject<ReadBody>(error);
  failure.catch(() => undefined);
  return failure;
};

/** The request of one context; see the contract in core for what each method means. */
export class HttpRequest extends RequestHead implements SharesInput {
  #reading: ReadBody | Promise<ReadBody> | null = null;
  #raw: Promise<Buffer> | null = null;
  #body: ReadBody | null = null;
  #reader: InputReader | null = null;
  #left = false;
  /** Whether the reply has no end but that of its client or of the application. */
  endless = false;
  #abort: AbortController | null = null;
  /** Time on the clock of the application when the body had arrived; Infinity while it is read, 0 when it was never read. */
  readAt = 0;

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

  /** Validation reads this: a body without fields is refused here, or its rules would judge an empty input. */
  [sharedInput](): Input {
    const input = this.#input('all').shared();
    if (this.#body !== null) fieldsOf(this.#body);
    return input;
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
    await turn;
    try {
      return this.keep(await this.read())?.value ?? null;
    } catch (error) {
      this.#endRead();
      throw error;
    }
  }

  async rawBody(): Promise<Buffer> {
    if (this.#reading !== null && this.#raw === null && this.expectsBody())
      throw errors.E_BODY_NOT_RAW({ method: 'rawBody' });
    return (this.#raw ??= readRawBody(this.req, this.ctx.http.config, this.#abort?.signal ?? null));
  }

  toWeb(): globalThis.Request {
    if (this.#reading !== null && this.#raw === null) throw errors.E_BODY_NOT_RAW({ method: 'toWeb' });
    return toWeb({
      req: this.req,
      url: `${this.scheme()}://${this.host() || 'localhost'}${originForm(this.target())}`,
      signal: this.signal(),
      config: this.ctx.http.config,
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
    this.#abort ??= watchClient(this.ctx);
    return this.#abort.signal;
  }

  /** `signal()` for a reply that has no end: it is also aborted as soon as the application closes. */
  endlessSignal(): AbortSignal {
    this.#abort ??= watchClient(this.ctx);
    this.endless = true;
    this.ctx.http.signals.addEndless(this.#abort);
    return this.#abort.signal;
  }

  /**
   * Reads the body once, one turn after the `request` event. Null if there is none, or if the method gives it no
   * meaning (RFC 9110 9.3.1). The caller passes the result to `keep()`; doing it here would cost one more promise per
   * request.
   */
  read(): ReadBody | Promise<ReadBody> | null {
    if (this.#reading !== null) return this.#reading;
    if (!this.expectsBody()) return this.#withoutContent();
    this.readAt = Number.POSITIVE_INFINITY;
    try {
      const signal = isUpload(this.req) ? watchUpload(this.ctx) : (this.#abort?.signal ?? null);
      this.#reading = readNow(this.req, this.ctx.http.config, signal);
    } catch (error) {
      this.#reading = refused(error);
    }
    return this.#reading;
  }

  /** Uses a body that other code has already read, so that the request does not read it again. */
  give(body: ReadBody): void {
    this.#reading = body;
  }

  /**
   * Makes a body the input of this request. Spooled files exist until the handler has ended and the response is sent or
   * the client has left, because a handler may still read them after the client has left.
   */
  keep(body: ReadBody | null): ReadBody | null {
    if (body === null || this.#body !== null) return body;
    this.#body = body;
    this.#reader = null;
    this.#endRead();
    if (body.files.length === 0) return body;
    const { res } = this.ctx.exchange;
    if (res.destroyed) this.release();
    else res.once('close', () => this.release());
    return body;
  }

  /** The body as far as it was read; null when nothing was read. */
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

  #input(method: string): InputReader {
    if (this.#body === null && !this.#left && this.expectsBody()) throw coreErrors.E_BODY_UNREAD({ method });
    return (this.#reader ??= new InputReader(new RequestInput(this, this.#body ?? this.#withoutContent())));
  }

  #withoutContent(): ReadBody | null {
    return this.#left || hasBody(this.req) ? null : bodyWithoutContent(this.req);
  }

  #endRead(): void {
    this.readAt = this.ctx.http.clock.now;
  }

  #leave(status: number, body: unknown): never {
    const response = this.ctx.http.abortResponse(this.ctx, status, body);
    this.ctx.aborted = response;
    throw new Abort(response);
  }
}
