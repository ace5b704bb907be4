import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { readTls } from './read-tls.ts';
import { timerMilliseconds } from './timer-milliseconds.ts';

const serverOptions = (config: HttpSettings): ServerOptions => {
  const headersTimeout = timerMilliseconds(config.headers_timeout);
  return {
    maxHeaderSize: config.max_headers.bytes,
    headersTimeout,
    // Bodies have a rate to keep instead, while they are read.
    requestTimeout: 0,
    // To Node, 0 would mean to keep idle connections for ever.
    keepAliveTimeout: Math.max(1, timerMilliseconds(config.keep_alive_timeout)),
    // How often Node looks for late headers.
    connectionsCheckingInterval: Math.min(500, Math.max(50, headersTimeout / 4)),
    // The request check refuses these with a body that says why.
    requireHostHeader: false,
    // Said aloud, so that no --insecure-http-parser on the command line turns it on.
    insecureHTTPParser: false,
  };
};

/** Node's server with the limits of `http`, HTTPS when `http.tls` names its files (`E_TLS_FILE` when they are bad). */
export const createServer = async (config: HttpSettings): Promise<Server> => {
  const options = serverOptions(config);
  const tls = await readTls(config.tls);
  const server = tls === null ? createHttpServer(options) : await createHttpsServer({ ...options, ...tls });
  // Node would silently drop headers beyond the count; the request check counts them and refuses the request.
  server.maxHeadersCount = 0;
  return server;
};

const createHttpsServer = async (options: ServerOptions): Promise<Server> => {
  const https = await import('node:https');
  return https.createServer({ ...options, handshakeTimeout: options.headersTimeout });
};
