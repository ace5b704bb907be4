import { type OutgoingHttpHeader, type ServerResponse, STATUS_CODES } from 'node:http';
import type { CookieOptions } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { serializeCookie } from '../input/cookies.ts';
import { mimeTypes } from '../lazy-packages.ts';
import { HeaderBag } from '../response/header-bag.ts';
import { encodeLocation } from '../response/redirect.ts';
import { dress, lazyMembers, methodMembers } from './dress.ts';

/** The options of `res.cookie()` in Express: `maxAge` in milliseconds, `sameSite` also as a boolean. */
type ExpressCookieOptions = Omit<CookieOptions, 'maxAge' | 'sameSite'> & {
  readonly maxAge?: number | null;
  readonly sameSite?: boolean | string;
  readonly signed?: boolean;
};

const sameSiteOf = (given: ExpressCookieOptions['sameSite']): Pick<CookieOptions, 'sameSite'> => {
  const text = given === true ? 'strict' : String(given).toLowerCase();
  return text === 'strict' || text === 'lax' || text === 'none' ? { sameSite: text } : {};
};

const unsupported = (member: string, reason: string, advice: string): Error =>
  errors.E_CONNECT_UNSUPPORTED({ signature: 'fromConnect()', member, reason, advice });

const optionsOf = ({ maxAge, sameSite, signed = false, ...rest }: ExpressCookieOptions): CookieOptions => {
  if (signed)
    throw unsupported(
      'res.cookie() with signed',
      'it needs a package that signs',
      'Set the header Set-Cookie yourself',
    );
  const lifetime = typeof maxAge === 'number' ? { maxAge: Math.floor(maxAge / 1000) } : {};
  return { ...rest, ...lifetime, ...sameSiteOf(sameSite) };
};

const mediaType = (type: string): string =>
  type.includes('/') ? type : mimeTypes().contentType(type) || 'application/octet-stream';

const addVary = (res: ServerResponse, field: string): void => {
  const bag = new HeaderBag();
  const known = res.getHeader('Vary');
  if (known !== undefined) bag.set('Vary', [known].flat().join(', '));
  bag.vary(field);
  res.setHeader('Vary', String(bag.get('Vary')));
};

const setOne = (res: ServerResponse, name: string, value: OutgoingHttpHeader): void => {
  const text = Array.isArray(value) ? value.map(String) : String(value);
  res.setHeader(name, /^content-type$/i.test(name) ? mediaType(String(text)) : text);
};

/** Ends a response with a whole body. */
const sendWhole = (res: ServerResponse, body: string | Buffer, type: string): void => {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
};

const methods = {
  status(this: ServerResponse, code: number): ServerResponse {
    this.statusCode = code;
    return this;
  },
  set(this: ServerResponse, name: string | Readonly<Record<string, OutgoingHttpHeader>>, value?: OutgoingHttpHeader) {
    if (typeof name === 'string') setOne(this, name, value ?? '');
    else for (const [each, text] of Object.entries(name)) setOne(this, each, text);
    return this;
  },
  get(this: ServerResponse, name: string): OutgoingHttpHeader | undefined {
    return this.getHeader(name);
  },
  append(this: ServerResponse, name: string, value: string | string[]): ServerResponse {
    const before = this.getHeader(name);
    this.setHeader(name, before === undefined ? value : [before, value].flat().map(String));
    return this;
  },
  vary(this: ServerResponse, fields: string | readonly string[]): ServerResponse {
    for (const field of [fields].flat()) addVary(this, field);
    return this;
  },
  type(this: ServerResponse, type: string): ServerResponse {
    this.setHeader('Content-Type', mediaType(type));
    return this;
  },
  json(this: ServerResponse, body: unknown): ServerResponse {
    sendWhole(this, JSON.stringify(body) ?? '', 'application/json; charset=utf-8');
    return this;
  },
  send(this: ServerResponse, body?: unknown): ServerResponse {
    if (body === undefined || body === null) this.end();
    else if (typeof body === 'string') sendWhole(this, body, 'text/html; charset=utf-8');
    else if (body instanceof Uint8Array) sendWhole(this, Buffer.from(body), 'application/octet-stream');
    else methods.json.call(this, body);
    return this;
  },
  sendStatus(this: ServerResponse, code: number): ServerResponse {
    this.statusCode = code;
    sendWhole(this, STATUS_CODES[code] ?? String(code), 'text/plain; charset=utf-8');
    return this;
  },
  redirect(this: ServerResponse, first: string | number, second?: string | number): void {
    const [status, url] = typeof first === 'number' ? [first, String(second)] : [Number(second ?? 302), first];
    this.statusCode = status;
    this.setHeader('Location', encodeLocation(url));
    this.setHeader('Content-Length', 0);
    this.end();
  },
  cookie(
    this: ServerResponse,
    name: string,
    value: string | number | boolean | object | null,
    options: ExpressCookieOptions = {},
  ): ServerResponse {
    const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
    return methods.append.call(this, 'Set-Cookie', serializeCookie({ ...optionsOf(options), name, value: text }));
  },
  clearCookie(this: ServerResponse, name: string, options: ExpressCookieOptions = {}): ServerResponse {
    return methods.cookie.call(this, name, '', { ...options, maxAge: null, expires: new Date(1) });
  },
};

const members: PropertyDescriptorMap = {
  ...lazyMembers<ServerResponse>({ locals: () => ({}) }),
  // oxlint-disable-next-line typescript/unbound-method -- they become methods of the response
  ...methodMembers({ ...methods, header: methods.set, contentType: methods.type }),
};

/** Adds to Node's response the missing members of Express that middleware use most. */
export const dressResponse = (res: ServerResponse): void => dress(res, members);
