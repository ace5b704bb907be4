import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Response } from '@taproot/core';
import { discard } from '../http/discard.ts';
import { encodeLocation } from '../http/encode-location.ts';
import { isBodiless } from '../http/is-bodiless.ts';
import { fullType, matchesType } from './koa-types.ts';
import { replaceBody } from './replace-body.ts';

type HeaderValue = string | number | readonly (string | number)[];

const asList = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

const addVary = (response: Response, fields: string): void => {
  for (const field of fields.split(',')) response.vary(field.trim());
};

/**
 * The response side of a `KoaView`. Before `next()` there is no response: what is set is kept, and given to the one that
 * comes back, where it yields to what the handler set itself. From then on everything works on that response.
 */
export class KoaResponse {
  readonly #ctx: Context;
  readonly #kept = new Map<string, { name: string; value: string | readonly string[] }>();
  #response: Response | null = null;
  #status: number | null = null;
  #body: unknown = undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  get res(): ServerResponse {
    return this.#ctx.response().writer();
  }

  get headerSent(): boolean {
    return this.res.headersSent;
  }

  get status(): number {
    return this.#response?.status ?? this.#status ?? (this.#body === undefined ? 404 : this.#body === null ? 204 : 200);
  }

  set status(status: number) {
    if (this.#response === null) this.#status = status;
    else this.#response.status = status;
  }

  get message(): string {
    return STATUS_CODES[this.status] ?? String(this.status);
  }

  /** What was set here; after `next()` the body as it will be written: JSON is text by then. */
  get body(): unknown {
    return this.#response === null ? this.#body : this.#response.body;
  }

  set body(value: unknown) {
    this.#body = value;
    if (this.#response === null) return;
    replaceBody(this.#response, value);
    if (value === null || value === undefined) this.#response.status = 204;
  }

  /** Media type without parameters; takes an extension (`json`) too. */
  get type(): string {
    return this.get('Content-Type').split(';', 1)[0]?.trim() ?? '';
  }

  set type(type: string) {
    const full = fullType(type);
    if (full === null) this.remove('Content-Type');
    else this.set('Content-Type', full);
  }

  get length(): number | undefined {
    const length = this.get('Content-Length');
    if (length !== '') return Number(length);
    const { body } = this;
    if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.byteLength(body);
    return undefined;
  }

  set length(bytes: number) {
    this.set('Content-Length', bytes);
  }

  set etag(tag: string) {
    this.set('ETag', /^(?:W\/)?"/.test(tag) ? tag : `"${tag}"`);
  }

  get etag(): string {
    return this.get('ETag');
  }

  /** Every header by its lower-case name. */
  get headers(): Record<string, string | readonly string[]> {
    const headers = Object.create(null) as Record<string, string | readonly string[]>;
    const entries =
      this.#response?.headers() ?? [...this.#kept.values()].map(({ name, value }) => [name, value] as const);
    for (const [name, value] of entries) headers[name.toLowerCase()] = value;
    return headers;
  }

  get header(): Record<string, string | readonly string[]> {
    return this.headers;
  }

  get(field: string): string {
    return asList(this.#read(field) ?? '').join(', ');
  }

  has(field: string): boolean {
    return this.#read(field) !== undefined;
  }

  set(field: string | Readonly<Record<string, HeaderValue>>, value: HeaderValue = ''): void {
    if (typeof field === 'string') this.#write(field, Array.isArray(value) ? value.map(String) : String(value));
    else for (const [name, one] of Object.entries(field)) this.set(name, one);
  }

  append(field: string, value: string | readonly string[]): void {
    this.#write(field, [...asList(this.#read(field) ?? []), ...asList(value)]);
  }

  remove(field: string): void {
    if (this.#response === null) this.#kept.delete(field.toLowerCase());
    else this.#response.removeHeader(field);
  }

  vary(field: string | readonly string[]): void {
    for (const one of asList(field)) {
      if (this.#response === null) this.append('Vary', one);
      else addVary(this.#response, one);
    }
  }

  is(...types: (string | string[])[]): string | false {
    return matchesType(this.type, types.flat());
  }

  redirect(url: string): void {
    this.set('Location', encodeLocation(url));
    if (this.status < 300 || this.status > 308) this.status = 302;
    this.body ??= '';
  }

  /** Takes over the response that came back from `next()`. */
  adopt(response: Response): void {
    this.#response = response;
    this.#kept.delete('content-length');
    this.#give(response, (name) => response.header(name) === undefined);
  }

  /** The finished response: the one adopted, else one made of status and body; without either it is Koa's 404. */
  finish(): Response {
    if (this.#response !== null) return this.#response;
    const { status, length } = this;
    const body = this.#body === undefined && !isBodiless(status) ? this.message : this.#body;
    const response = this.#ctx.response().noContent(status);
    this.#response = response;
    this.#give(response, () => true);
    replaceBody(response, body);
    // The length of anything but a stream is counted when it is written.
    if (body instanceof Readable && length !== undefined) response.setHeader('Content-Length', length);
    return response;
  }

  /** Closes the body of a response that will not be sent. */
  discard(): void {
    const { body } = this;
    if (body instanceof Readable) discard(body);
  }

  #read(field: string): string | readonly string[] | undefined {
    return this.#response === null ? this.#kept.get(field.toLowerCase())?.value : this.#response.header(field);
  }

  #write(name: string, value: string | readonly string[]): void {
    if (this.#response === null) this.#kept.set(name.toLowerCase(), { name, value });
    else this.#response.setHeader(name, value);
  }

  #give(response: Response, wanted: (name: string) => boolean): void {
    for (const [key, { name, value }] of this.#kept) {
      if (key === 'vary') for (const fields of asList(value)) addVary(response, fields);
      else if (key === 'set-cookie') for (const cookie of asList(value)) response.appendHeader(name, cookie);
      else if (wanted(key)) response.setHeader(name, value);
    }
    this.#kept.clear();
  }
}
