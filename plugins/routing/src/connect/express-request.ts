import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Context } from '@taproot/core';
import { HttpContext } from '../exchange/http-context.ts';
import { forwardedFrom } from '../server/client-address.ts';
import { Note } from '../shared/note.ts';
import { dress, lazyMembers, methodMembers } from './dress.ts';

const contexts = new Note<object, Context>('connect');

/** Our context of a request or response that a middleware of `fromConnect()` was given. */
export const contextOf = (holder: object): Context | undefined => contexts.get(holder);

/** Remembers the context for `contextOf()`. */
export const keepContext = (holder: object, ctx: Context): void => contexts.set(holder, ctx);

const settings = (ctx: Context): Readonly<Record<string, unknown>> => {
  if (!(ctx instanceof HttpContext)) return {};
  const { app, config } = ctx.site;
  const { trusted_proxies: proxies } = config;
  const trusts = typeof proxies === 'number' ? proxies > 0 : proxies.length > 0;
  return { env: app.env, 'trust proxy': trusts ? proxies : false };
};

/** The settings that middleware reads from Express's application. */
const appOf = (ctx: Context): object => {
  const known = settings(ctx);
  return {
    get: (name: string): unknown => known[name],
    enabled: (name: string): boolean => Boolean(known[name]),
    disabled: (name: string): boolean => !known[name],
    locals: {},
  };
};

const target = ({ url = '/' }: IncomingMessage): [path: string, query: string] => {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
};

const header = function (this: IncomingMessage, name: string): string | readonly string[] | undefined {
  const key = name.toLowerCase();
  // Express accepts both spellings.
  return this.headers[key === 'referrer' ? 'referer' : key];
};

const held = (req: IncomingMessage): Context => {
  const ctx = contextOf(req);
  if (ctx === undefined) throw new Error('This request came by no middleware of fromConnect().');
  return ctx;
};

/** Members for address, host and protocol of the client. They respect `http.trusted_proxies`. */
const members: PropertyDescriptorMap = {
  ...lazyMembers<IncomingMessage>({
    app: (req) => appOf(held(req)),
    res: (req) => held(req).response().writer(),
    originalUrl: ({ url }) => url,
    baseUrl: () => '',
    path: (req) => target(req)[0],
    query: (req) => ({ ...parse(target(req)[1]) }),
    params: (req) => ({ ...held(req).request().routes() }),
    ip: (req) => held(req).request().ip(),
    ips: (req) => (settings(held(req))['trust proxy'] ? forwardedFrom(req, held(req).request().ip()) : []),
    protocol: (req) => held(req).request().scheme(),
    secure: (req) => held(req).request().scheme() === 'https',
    host: (req) => held(req).request().host(),
    hostname: (req) => held(req).request().host().replace(/:\d*$/, ''),
    xhr: ({ headers }) => /^xmlhttprequest$/i.test(String(headers['x-requested-with'])),
  }),
  ...methodMembers({ get: header, header }),
};

/** Adds to Node's request the missing members of Express that middleware use most. */
export const dressRequest = (req: IncomingMessage, ctx: Context): void => {
  keepContext(req, ctx);
  dress(req, members);
};
