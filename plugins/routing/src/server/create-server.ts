import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { readTls } from './read-tls.ts';
import { timerMilliseconds } from './timer-milliseconds.ts';

const serverOptions = (config: HttpSettings): ServerOptions => {
  const headersTimeout = timerMilliseconds(config.headers_timeout);
  return {
    maxHeaderSize: config.max_headers.bytes,
    headersTimeout,
    // Off, because `http.body_rate` limits bodies while they are read.
    requestTimeout: 0,
    // For Node, 0 would mean to keep idle connections for ever.
    keepAliveTimeout: Math.max(1, timerMilliseconds(config.keep_alive_timeout)),
    // How often Node checks for late headers.
    connectionsCheckingInterval: Math.min(500, Math.max(50, headersTimeout / 4)),
    // Off, because `Admission` refuses these requests with a body that says why.
    requireHostHeader: false,
    // Explicitly false, so that --insecure-http-parser on the command line cannot turn it on.
    insecureHTTPParser: false,
  };
};

/** Node's server with the limits of `http`, HTTPS when `http.tls` names its files. Throws `E_TLS_FILE` when they are invalid. */
export const createServer = async (config: HttpSettings): Promise<Server> => {
  const options = serverOptions(config);
  const tls = await readTls(config.tls);
  const server = tls === null ? createHttpServer(options) : await createHttpsServer({ ...options, ...tls });
  // No limit, because Node would silently drop further headers. `Admission` counts them and refuses the request.
  server.maxHeadersCount = 0;
  return server;
};

const createHttpsServer = async (options: ServerOptions): Promise<Server> => {
  const https = await import('node:https');
  return https.createServer({ ...options, handshakeTimeout: options.headersTimeout });
};
