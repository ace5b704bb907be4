import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Application, Input, Next, Request, UploadedFile } from '@taproot/core';
import type { Chain } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import { type HttpDriver, isPromise, perApp } from '@taproot/core/plugin';
import { errors as routingErrors } from '@taproot/routing';
import {
  canonicalize,
  framed,
  HttpContext,
  type HttpRequest,
  NodeExchange,
  type ReadBody,
  runChain,
  ServedSite,
  sendOver,
  socketPair,
  type WireRequest,
  writeResponse,
} from '@taproot/routing/in-process';
import { errors } from '../errors.ts';
import { bareApplication } from './bare-application.ts';

const noRoutes = { infos: [], routes: [], fallback: null, stack: [] };
const noDriver: HttpDriver = {
  name: 'none',
  finder: () => ({ find: () => ({ route: null, params: {}, allow: [] }) }),
};

/** The site of contexts that no listener made. None of its parts is started, so it needs no closing. */
const siteOf = perApp((app) => {
  // In an application without the plugin `routing` the hooks and settings are the defaults.
  const side = app.registry.facades.has('Http') ? app : bareApplication();
  const { hooks, router } = side.facades.Http();
  return new ServedSite({ app, config: side.config.http, hooks, router, plan: noRoutes, driver: noDriver });
});

/** A request that no server receives. */
export interface MadeRequest extends WireRequest {
  /** The bytes of the body; null for none. */
  readonly body: Uint8Array | null;
  /** A form with its files that counts as read already; null when the body is `body`. */
  readonly form: { readonly fields: Input; readonly files: readonly UploadedFile[] } | null;
  /** Parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The matched route. Missing members have defaults; null means that no route matched. */
  readonly route: Partial<RouteInfo> | null;
}

const nodeRequest = (wire: WireRequest & { readonly body: Uint8Array | null }, server: Duplex): IncomingMessage => {
  // The cast is safe: Node reads only members of a TCP socket that a pipe in memory has, too.
  const req = new IncomingMessage(server as Socket);
  const headers = Object.entries(framed(wire)).map(([name, value]) => [name, String(value)] as const);
  Object.assign(req, {
    method: wire.method,
    url: wire.target,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers),
  });
  if (wire.body !== null) req.push(wire.body);
  req.push(null);
  req.complete = true;
  return req;
};

/**
 * A request and a response of Node without a server. Data written to the response arrives at the other end of the socket; once
 * that end closes, the response closes.
 */
const madeExchange = (wire: WireRequest & { readonly body: Uint8Array | null }, server: Duplex): NodeExchange => {
  const req = nodeRequest(wire, server);
  const res = new ServerResponse(req);
  res.assignSocket(server as Socket);
  const exchange = new NodeExchange(req, res);
  canonicalize(exchange);
  return exchange;
};

const routeInfo = (method: string, path: string, given: Partial<RouteInfo>): RouteInfo => ({
  name: '',
  kind: 'route',
  parameters: [],
  bindings: [],
  handler: 'closure',
  controller: null,
  middleware: [],
  excludedMiddleware: [],
  middlewareLabels: [],
  middlewareDescriptions: [],
  meta: {},
  place: '',
  source: null,
  path,
  method,
  methods: [method],
  ...given,
});

const bare = <Value>(members: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, members);

const readForm = ({ fields, files }: NonNullable<MadeRequest['form']>): ReadBody => {
  const value = bare(fields);
  return { value, fields: value, files, dispose: () => Promise.resolve() };
};

/** The context of a request that no server received, for tests. Request, response builder and Node's objects behind them are real. */
export class MadeContext extends HttpContext {
  readonly #made: MadeRequest;
  readonly #client: Duplex;
  #prepared = false;
  #answered = false;

  /** Makes the context for an application, like its listener does. */
  constructor(app: Application, made: MadeRequest) {
    const [client, server] = socketPair(made);
    const exchange = madeExchange(made, server);
    exchange.params = bare(made.params);
    if (made.route !== null) {
      const info = routeInfo(made.method, exchange.path, made.route);
      exchange.route = {
        info,
        methods: info.methods,
        pattern: { source: info.path, segments: [] },
        files: false,
        rawBody: false,
        middleware: [],
        handler: () => undefined,
      };
    }
    super(siteOf(app), exchange);
    this.#made = made;
    this.#client = client;
  }

  /** The request. Outside of `answer()` it reads the body at once, because services and form requests expect a body that has been read. */
  override request(): HttpRequest & Request {
    const request = super.request();
    if (this.#prepared) return request;
    this.#prepared = true;
    if (this.#made.form !== null) request.presetBody(readForm(this.#made.form));
    const body = this.#answered ? null : request.read();
    if (!isPromise(body)) request.useBody(body);
    return request;
  }

  /**
   * Runs middleware and handler, like a driver does, and writes the response. Resolves to the reply that the client receives.
   * @throws E_CONTEXT_ANSWERED the second time
   */
  answer(chain: Chain): Promise<IncomingMessage> {
    if (this.#answered) throw errors.E_CONTEXT_ANSWERED();
    this.#answered = true;
    return this.#answer(chain);
  }

  async #answer(chain: Chain): Promise<IncomingMessage> {
    const { req, res } = this.exchange;
    const { method, target } = this.#made;
    const reply = sendOver(this.#client, { method, target, headers: {}, body: null });
    // A client that leaves may reject it before any code awaits it.
    reply.catch(() => undefined);
    const response = await runChain(this, chain);
    this.end();
    this.closeOthers(response);
    writeResponse(req, res, response, this.site.fault);
    return reply;
  }

  /** The `next` for a middleware around this chain. */
  nextOf(chain: Chain): Next {
    this.#answered = true;
    return async () => runChain(this, chain);
  }

  /** Ends the connection: `signal()` of the request is aborted. */
  leave(): void {
    this.cancel(routingErrors.E_CLIENT_LEFT());
    this.exchange.res.destroy();
  }
}
