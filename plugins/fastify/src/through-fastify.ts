import type { IncomingMessage, RequestListener } from 'node:http';
import type { DriverSite } from '@taproot/core/plugin';
import { leaveParsed } from '@taproot/routing/driver';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, type HTTPMethods } from 'fastify';
import { routePaths } from './route-paths.ts';
import { sendThroughFastify } from './send-reply.ts';

// The media types that Fastify accepts (RFC 9110 8.3.1).
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const hidden = new WeakMap<IncomingMessage, string>();

/** Makes Fastify leave all bodies in a scope unread, because Taproot reads them later. */
const leaveBodies = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Fastify refuses a malformed content type before any handler. In Taproot, a body that is never read may have any type, so this hides the
  // type.
  scope.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const type = raw.headers['content-type'];
    if (type !== undefined && type !== '' && !mediaType.test(type)) {
      hidden.set(raw, type);
      raw.headers['content-type'] = 'application/octet-stream';
    }
    done(null, payload);
  });
};

/** Restores a malformed content type that was hidden from Fastify. */
const restoreType = (req: IncomingMessage): void => {
  const type = hidden.get(req);
  if (type !== undefined) req.headers['content-type'] = type;
};

/** Fastify's life cycle around our routes, for the plugins, hooks and decorators that `configure` gives it. */
export class ThroughFastify {
  readonly #app: FastifyInstance;
  readonly #site: DriverSite;

  constructor(site: DriverSite) {
    this.#site = site;
    this.#app = fastify({
      // Accepted requests still get their response while the server closes.
      return503OnClosing: false,
      exposeHeadRoutes: false,
      // The length of the whole target was checked before (`http.max_url`).
      routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    });
  }

  /** Loads what `configure` registers, then our routes; rejects with the error of a plugin that cannot be loaded. */
  async listener(configure: (app: FastifyInstance) => Promise<void>): Promise<RequestListener> {
    const app = this.#app;
    await configure(app);
    await app.after();
    // Reports errors of plugins and their hooks. A failure of our own body was already reported, and its connection closed.
    app.addHook('onError', (_request, reply, error, done) => {
      if (!reply.raw.destroyed && (error.statusCode ?? 500) >= 500) this.#site.fault(error);
      done();
    });
    // Uses a separate scope, so that routes of Fastify plugins keep their parsers.
    void app.register(async (scope) => this.#register(scope));
    await app.ready();
    return (req, res) => app.routing(req, res);
  }

  /** Runs the plugins' `onClose`. */
  async close(): Promise<void> {
    await this.#app.close();
  }

  #register(scope: FastifyInstance): void {
    leaveBodies(scope);
    const seen = new Set<string>();
    // Other methods reach a mount by the handler for unknown addresses.
    const known: ReadonlySet<string> = new Set(this.#app.supportedMethods);
    for (const { methods, pattern } of this.#site.routes) {
      for (const { path, shape } of routePaths(pattern)) {
        // A cast, because Fastify knows every method that routes may have.
        const method = methods.filter((name) => known.has(name) && !seen.has(`${name} ${shape}`)) as HTTPMethods[];
        for (const name of method) seen.add(`${name} ${shape}`);
        if (method.length > 0) scope.route({ method, url: path, handler: this.#answer });
      }
    }
    scope.setNotFoundHandler(this.#answer);
  }

  // One handler for all routes: our own router decides, whichever route Fastify has matched.
  readonly #answer = (request: FastifyRequest, reply: FastifyReply): void => {
    restoreType(request.raw);
    leaveParsed(request.raw, request.body);
    const { pass, fault } = this.#site;
    pass(request.raw, reply.raw, (response) => sendThroughFastify(reply, response, fault));
  };
}
