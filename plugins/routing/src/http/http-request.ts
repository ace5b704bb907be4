import { bindFields, type Input, type UploadedFile } from '@taproot/core';
import { expectsBody, type ReadBody, readBody } from '../body/read-body.ts';
import { readRawBody } from '../body/read-raw-body.ts';
import { errors } from '../errors.ts';
import { InputReader } from '../input/input-reader.ts';
import { Abort } from './abort.ts';
import { RequestHead } from './request-head.ts';

const absent: Promise<null> = Promise.resolve(null);

/** The request of one context; see the contract in core for what each method means. */
export class HttpRequest extends RequestHead {
  #reading: Promise<ReadBody | null> | null = null;
  #raw: Promise<Buffer> | null = null;
  #body: ReadBody | null = null;
  #reader: InputReader | null = null;
  #abort: AbortController | null = null;

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
    return (this.#raw ??= readRawBody(this.req, this.ctx.kernel.config, this.#abort?.signal ?? null));
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

  /** Reads the body once; null when there is none, or the method gives it no meaning (RFC 9110 9.3.1). */
  read(): Promise<ReadBody | null> {
    if (this.#reading !== null) return this.#reading;
    if (!this.expectsBody()) return absent;
    this.#reading = this.#read();
    return this.#reading;
  }

  /** Whether there is a body that handlers may ask for. */
  expectsBody(): boolean {
    const method = this.method();
    return method !== 'GET' && method !== 'HEAD' && this.ctx.route?.rawBody !== true && expectsBody(this.req);
  }

  cancel(reason: Error): void {
    this.#abort?.abort(reason);
  }

  async #read(): Promise<ReadBody> {
    return this.#keep(await readBody(this.req, this.ctx.kernel.config, this.#abort?.signal ?? null));
  }

  // Spooled files live as long as the exchange: until the reply is out, or the client gone.
  #keep(body: ReadBody): ReadBody {
    const { res } = this.ctx.exchange;
    if (res.destroyed) void body.dispose();
    else if (body.files.length > 0) res.once('close', () => void body.dispose());
    this.#body = body;
    return body;
  }

  #input(method: string): InputReader {
    if (this.#body === null && this.expectsBody()) throw errors.E_BODY_UNREAD({ method });
    return (this.#reader ??= new InputReader({
      fields: () => this.#body?.fields ?? null,
      files: () => this.#body?.files ?? [],
      query: () => this.queries(),
      route: this.ctx.exchange.params,
    }));
  }

  #leave(status: number, body: unknown): never {
    const response = this.ctx.kernel.abortResponse(this.ctx, status, body);
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
