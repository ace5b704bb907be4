import type { Input, UploadedFile } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import { cookieHeader } from '../client/cookie-header.ts';
import type { MadeRequest } from './made-context.ts';

/** The parts of a made-up request. All are optional. */
export interface FakeRequestInit {
  /** `GET` when left out, `POST` with a body or files. */
  readonly method?: string;
  /** Path and query: `/posts/7?page=2`. */
  readonly url?: string;
  /** Headers by name; names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies by name. */
  readonly cookies?: Readonly<Record<string, string>>;
  /**
   * The body. An object is sent as JSON, or as a form if the header `Content-Type` says so. A `URLSearchParams` is sent
   * as a form, a string as plain text, and bytes unchanged.
   */
  readonly body?: unknown;
  /** Uploaded files by field, beside the fields of `body`. */
  readonly files?: Readonly<Record<string, readonly UploadedFile[]>>;
  /** Route parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** The matched route, as its pattern or as parts of its `RouteInfo`; null when none matched. */
  readonly route?: Partial<RouteInfo> | string | null;
  /** Address of the client; `192.0.2.1` when left out. */
  readonly ip?: string;
  /** Scheme and host; `http://localhost` when left out. */
  readonly origin?: string;
  /** The result of `id()`. Default: `fake`. */
  readonly id?: string;
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly type: string;
}

const form = 'application/x-www-form-urlencoded';

/** The fields of a form, nested ones by brackets: `user[name]`, `tags[]`. */
const pairsOf = (value: unknown, name = ''): [string, string][] => {
  const inner = (key: string): string => (name === '' ? key : `${name}[${key}]`);
  if (Array.isArray(value)) return value.flatMap((element) => pairsOf(element, inner('')));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => pairsOf(member, inner(key)));
  return [[name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]];
};

const encode = (body: unknown, type: string): Encoded => {
  if (body instanceof Uint8Array) return { bytes: body, type: 'application/octet-stream' };
  if (body instanceof URLSearchParams) return { bytes: Buffer.from(body.toString()), type: form };
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain; charset=utf-8' };
  if (type.startsWith(form)) return encode(new URLSearchParams(pairsOf(body)), type);
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
};

type Form = NonNullable<MadeRequest['form']>;

/** Copies a file that a test wrote as a plain object, and gives the copy a prototype. A plain object would count as a map of fields. */
const asFile = (file: UploadedFile): UploadedFile =>
  Object.getPrototypeOf(file) === Object.prototype ? Object.assign(Object.create({}) as object, file) : file;

const readForm = (body: unknown, files: NonNullable<FakeRequestInit['files']>): Form => {
  const uploads = Object.entries(files).map(([field, list]) => [field, list.map(asFile)] as const);
  const byField = uploads.map(([field, list]) => [field, list.length === 1 ? list[0] : list]);
  const fields: Input = { ...Object(body), ...Object.fromEntries(byField) };
  return { fields, files: uploads.flatMap(([, list]) => list) };
};

const routeOf = (route: FakeRequestInit['route']): MadeRequest['route'] => {
  if (route === null) return null;
  return typeof route === 'string' ? { path: route } : (route ?? {});
};

/** Builds the request that a test describes. */
export const madeRequest = (init: FakeRequestInit): MadeRequest => {
  const { body, files, cookies = {}, ip = '192.0.2.1' } = init;
  const { protocol, host } = new URL(init.origin ?? 'http://localhost');
  const hasBody = body !== undefined || files !== undefined;
  const method = init.method ?? (hasBody ? 'POST' : 'GET');
  const own = Object.fromEntries(
    Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const type = own['content-type'] ?? '';
  const isForm = files !== undefined || /^multipart\//i.test(type);
  const encoded = isForm || body === undefined ? null : encode(body, type);
  // Announces a form that counts as read in the headers; otherwise Taproot would not look for it.
  const announced = isForm
    ? { 'content-type': 'multipart/form-data; boundary=made', 'transfer-encoding': 'chunked' }
    : {};
  const headers = {
    host,
    ...(Object.keys(cookies).length > 0 ? { cookie: cookieHeader(cookies) } : {}),
    ...(encoded === null ? announced : { 'content-type': encoded.type }),
    ...own,
  };
  return {
    method,
    target: init.url ?? '/',
    headers,
    body: encoded?.bytes ?? null,
    form: isForm ? readForm(body, files ?? {}) : null,
    params: init.params ?? {},
    route: routeOf(init.route),
    ip,
    secure: protocol === 'https:',
  };
};
