import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import {
  bindFields,
  errors,
  type Input,
  type Request,
  type RequestMethods,
  type RouteInfo,
  type UploadedFile,
} from '@taproot/core';
import { FakeAbort } from './fake-abort.ts';
import { bestType } from './fake-accept.ts';
import { asBool, asInt, asInteger, asMap, asMaps, asText, asTexts, bare, valueAt } from './fake-input.ts';
import { fakeQuery } from './fake-query.ts';

/** What a fake request is made of; every part may be left out. */
export interface FakeRequestInit {
  /** `GET` when left out. */
  readonly method?: string;
  /** Path and query: `/posts/7?page=2`. */
  readonly url?: string;
  /** Headers by name; names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies by name. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** What was parsed from the body: an object for JSON and forms. */
  readonly body?: unknown;
  /** Uploaded files by field. */
  readonly files?: Readonly<Record<string, readonly UploadedFile[]>>;
  /** Route parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** The matched route; null when none matched. A text stands for its pattern. */
  readonly route?: Partial<RouteInfo> | string | null;
  /** `192.0.2.1` when left out. */
  readonly ip?: string;
  /** `http://localhost` when left out. */
  readonly origin?: string;
  /** What `id()` gives; a fixed id by default. */
  readonly id?: string;
}

const routeInfo = (method: string, route: FakeRequestInit['route'], path: string): RouteInfo | null => {
  if (route === null) return null;
  const given = typeof route === 'string' ? { path: route } : route;
  const about = {
    name: '',
    kind: 'route' as const,
    parameters: [],
    handler: 'closure',
    controller: null,
    middleware: [],
    excludedMiddleware: [],
    middlewareLabels: [],
    middlewareDescriptions: [],
    meta: {},
    place: '',
    source: null,
  };
  return { ...about, path, method, methods: [method], ...given };
};

/**
 * A request that no client sent. It keeps to the contract of `Request` in plain cases: what drivers and body parsers do
 * with odd ones is tested with them. Its methods are fields, so that a test can take one off.
 */
export class FakeRequest implements Omit<Request, keyof RequestMethods> {
  readonly #init: FakeRequestInit;
  readonly #url: URL;
  readonly #info: RouteInfo | null;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies: Readonly<Record<string, string>>;
  readonly #params: Readonly<Record<string, string>>;
  readonly #query: Input;
  /** The body, with the files in it. */
  readonly #fields: Input;
  readonly #abort = new AbortController();
  /** Of what no middleware was given yet, nobody has said that it is unread. */
  #body: 'given' | 'unread' | 'read' = 'given';

  constructor(init: FakeRequestInit = {}) {
    this.#init = init;
    this.#url = new URL(init.url ?? '/', init.origin ?? 'http://localhost');
    this.#info = routeInfo(this.method(), init.route, this.path());
    const headers = Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    this.#headers = bare({ host: this.#url.host, ...Object.fromEntries(headers) });
    this.#cookies = bare(init.cookies);
    this.#params = bare(init.params);
    this.#query = fakeQuery(this.#url.searchParams);
    this.#fields = bare({ ...asMap(init.body), ...init.files });
  }

  readonly method = (): string => this.#init.method ?? 'GET';
  readonly path = (): string => this.#url.pathname;
  readonly originPath = (): string => this.#info?.path ?? '';
  readonly url = (): string => this.#url.pathname + this.#url.search;
  readonly fullUrl = (): string => this.#url.href;
  readonly host = (): string => this.#url.host;
  readonly scheme = (): string => this.#url.protocol.slice(0, -1);
  readonly ip = (): string => this.#init.ip ?? '192.0.2.1';
  readonly name = (): string => this.#info?.name ?? '';
  readonly info = (): RouteInfo | null => this.#info;
  readonly id = (): string => this.#init.id ?? 'fake';
  readonly header = (name: string, fallback = ''): string => this.#headers[name.toLowerCase()] || fallback;
  readonly headers = (): Readonly<Record<string, string>> => this.#headers;
  readonly cookie = (name: string, fallback = ''): string => this.#cookies[name] ?? fallback;
  readonly bearerToken = (): string => /^bearer +([^\s,]+)$/i.exec(this.header('authorization'))?.[1] ?? '';
  readonly userAgent = (): string => this.header('user-agent');
  readonly contentType = (): string => this.header('content-type').replace(/;.*/s, '').trim().toLowerCase();
  readonly wantsJson = (): boolean => !/\btext\/html\b/.test(this.header('accept'));
  readonly accepts = (...types: string[]): string | null => bestType(this.header('accept', '*/*'), types);

  readonly route = (name: string, fallback = ''): string => this.#params[name] ?? fallback;
  readonly routeInt = (name: string, fallback = 0): number => asInt(this.#params[name], fallback);
  readonly routeInt64 = (name: string, fallback = 0n): bigint => asInteger(this.#params[name]) ?? fallback;
  readonly routes = (): Readonly<Record<string, string>> => this.#params;

  readonly query = (name: string, fallback = ''): string => this.#url.searchParams.get(name) ?? fallback;
  readonly queryInt = (name: string, fallback = 0): number => asInt(this.#url.searchParams.get(name), fallback);
  readonly queryInt64 = (name: string, fallback = 0n): bigint =>
    asInteger(this.#url.searchParams.get(name)) ?? fallback;
  readonly queryBool = (name: string, fallback = false): boolean => asBool(this.#url.searchParams.get(name), fallback);
  readonly queryArray = (name: string): string[] => this.#url.searchParams.getAll(name);
  readonly queryMap = (name: string): Record<string, string> =>
    Object.fromEntries(
      [...this.#url.searchParams]
        .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
        .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
    );
  readonly queries = (): Input => this.#query;

  readonly input = (name: string, fallback = ''): string => asText(this.#value(name)) ?? fallback;
  readonly inputInt = (name: string, fallback = 0): number => asInt(this.#value(name, 'inputInt'), fallback);
  readonly inputInt64 = (name: string, fallback = 0n): bigint => asInteger(this.#value(name, 'inputInt64')) ?? fallback;
  readonly inputBool = (name: string, fallback = false): boolean =>
    asBool(asText(this.#value(name, 'inputBool')) || undefined, fallback);
  readonly inputArray = (name: string, fallback: string[] = []): string[] =>
    asTexts(this.#value(name, 'inputArray')) ?? fallback;
  readonly inputMap = (name: string, fallback: Input = {}): Input => asMap(this.#value(name, 'inputMap')) ?? fallback;
  readonly inputMapArray = (name: string, fallback: Input[] = []): Input[] =>
    asMaps(this.#value(name, 'inputMapArray')) ?? fallback;
  readonly all = (): Input => bare({ ...this.#params, ...this.#query, ...this.#readFields('all') });
  readonly only = (...names: string[]): Input =>
    Object.fromEntries(Object.entries(this.all()).filter(([name]) => names.includes(name)));
  readonly except = (...names: string[]): Input =>
    Object.fromEntries(Object.entries(this.all()).filter(([name]) => !names.includes(name)));
  readonly has = (...names: string[]): boolean => names.every((name) => this.#value(name, 'has') !== undefined);
  readonly filled = (...names: string[]): boolean =>
    names.every((name) => ![undefined, null, ''].includes(this.#value(name, 'filled') as null));
  readonly bind = <Target extends object>(target: Target): Target => bindFields(target, this.all());
  readonly bindQuery = <Target extends object>(target: Target): Target => bindFields(target, this.queries());

  readonly file = (name: string): UploadedFile | null => this.files(name)[0] ?? null;
  readonly files = (name: string): UploadedFile[] => {
    this.#readFields('files');
    return [...(this.#init.files?.[name] ?? [])];
  };

  readonly body = async (): Promise<unknown> => {
    this.#body = 'read';
    return this.#init.body ?? null;
  };
  readonly rawBody = async (): Promise<Buffer> => {
    const { body = '' } = this.#init;
    return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  };

  readonly toWeb = (): globalThis.Request => {
    const { body } = this.#init;
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const init = { method: this.method(), headers: this.#headers, signal: this.signal() };
    const bodiless = sent === undefined || this.method() === 'GET' || this.method() === 'HEAD';
    return new globalThis.Request(this.fullUrl(), bodiless ? init : { ...init, body: sent });
  };

  readonly abort = (status = 400): never => {
    throw new FakeAbort(status);
  };
  readonly abortWithStatus = (status: number): never => this.abort(status);
  readonly abortWithStatusJson = (status: number, body: unknown): never => {
    throw new FakeAbort(status, body);
  };

  readonly signal = (): AbortSignal => this.#abort.signal;
  /** What `signal()` tells when the client leaves. */
  readonly leave = (): void => this.#abort.abort(new Error('The client left.'));

  /** Middleware come next: to them, as from a driver, the body is unread until somebody awaits `body()`. */
  readonly arrive = (): void => {
    const sent = this.#init.body !== undefined || this.#init.files !== undefined;
    if (sent && this.#body === 'given' && !['GET', 'HEAD'].includes(this.method())) this.#body = 'unread';
  };

  readonly origin = (): IncomingMessage =>
    Object.assign(new IncomingMessage(new Socket()), {
      method: this.method(),
      url: this.url(),
      headers: this.#headers,
    });

  // The first segment of a path decides where to look; a member of the body, be it null, hides what is in the query.
  #value(path: string, method = 'input'): unknown {
    const root = path.replace(/\..*/s, '');
    const holder = [this.#readFields(method), this.#query].find((input) => Object.hasOwn(input, root));
    return valueAt(holder ?? this.#params, path);
  }

  #readFields(method: string): Input {
    if (this.#body === 'unread') throw errors.E_BODY_UNREAD({ method });
    return this.#fields;
  }
}
