import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type Application,
  type Input,
  type Next,
  type Request,
  type RouteInfo,
  type UploadedFile,
} from '@taproot/core';
import { type Chain, isPromise } from '@taproot/core/plugin';
import type { ReadBody } from '../body/body.ts';
import { errors } from '../errors.ts';
import { runChain } from '../http/run-chain.ts';
import { sendOver, socketPair, type WireRequest } from '../in-process/inject.ts';
import { HttpContext } from '../request/http-context.ts';
import type { HttpRequest } from '../request/http-request.ts';
import { writeResponse } from '../response/write-response.ts';
import { httpOf } from './http-of.ts';
import { madeExchange } from './made-exchange.ts';

/** A request that no server receives. */
export interface MadeRequest extends WireRequest {
  /** The bytes of the body; null for none. */
  readonly body: Uint8Array | null;
  /** A form that counts as read, with its files; null when the bytes are the body. */
  readonly form: { readonly fields: Input; readonly files: readonly UploadedFile[] } | null;
  /** Parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The matched route. Missing members have defaults; null means that no route matched. */
  readonly route: Partial<RouteInfo> | null;
}

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

/**
 * The context of a request that no server received, for tests. Request, response builder and Node's objects behind them
 * are the usual ones.
 */
export class MadeContext extends HttpContext {
  readonly #made: MadeRequest;
  readonly #client: Duplex;
  #prepared = false;
  #answered = false;

  /** Makes the context for an application, as its listener would. */
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
    super(httpOf(app), exchange);
    this.#made = made;
    this.#client = client;
  }

  /** The request. Outside of `answer()` its body is read at once: services and form requests are given one that is. */
  override request(): HttpRequest & Request {
    const request = super.request();
    if (this.#prepared) return request;
    this.#prepared = true;
    if (this.#made.form !== null) request.give(readForm(this.#made.form));
    const body = this.#answered ? null : request.read();
    if (!isPromise(body)) request.keep(body);
    return request;
  }

  /**
   * Runs middleware and handler as a driver does, and writes the response. Resolves to the reply as its client receives it.
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
    // A client that leaves breaks it off before anybody waits for it.
    reply.catch(() => undefined);
    const response = await runChain(this, chain);
    this.end();
    this.closeOthers(response);
    writeResponse(req, res, response, this.http.fault);
    return reply;
  }

  /** The `next` of a middleware around this chain. */
  nextOf(chain: Chain): Next {
    this.#answered = true;
    return async () => runChain(this, chain);
  }

  /** Ends the connection: `signal()` of the request is aborted. */
  leave(): void {
    this.cancel(errors.E_CLIENT_LEFT());
    this.exchange.res.destroy();
  }
}
