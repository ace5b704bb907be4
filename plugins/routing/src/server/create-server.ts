import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { readTls, type TlsFiles } from './read-tls.ts';
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

/** Node's server. */
export interface CreatedServer {
  readonly server: Server;
  /** Reads the files of `http.tls` again, for new connections. Null without TLS. Rejects with `E_TLS_FILE`, and keeps the former ones. */
  readonly reload: (() => Promise<void>) | null;
}

/**
 * Node's server with the limits of `http`; HTTPS when `http.tls` names its files, and HTTP/2 beside it when `http.http2` is true. Throws
 * `E_TLS_FILE` when they are invalid.
 */
export const createServer = async (config: HttpSettings): Promise<CreatedServer> => {
  const options = serverOptions(config);
  const files = await readTls(config.tls);
  if (files === null) return { server: withoutCount(createHttpServer(options)), reload: null };
  const secure = { ...options, ...files, handshakeTimeout: options.headersTimeout };
  const server = await (config.http2 ? createHttp2Server(secure, config) : createHttpsServer(secure));
  const reload = async (): Promise<void> => server.setSecureContext((await readTls(config.tls)) ?? files);
  return { server: withoutCount(server), reload };
};

/** No limit, because Node would silently drop further headers. `Admission` counts them and refuses the request. */
const withoutCount = (server: Server): Server => Object.assign(server, { maxHeadersCount: 0 });

type SecureOptions = ServerOptions & TlsFiles & { readonly handshakeTimeout: number | undefined };

type SecureServer = Server & { setSecureContext(files: TlsFiles): void };

const createHttpsServer = async (options: SecureOptions): Promise<SecureServer> => {
  const https = await import('node:https');
  return https.createServer(options);
};

/** Clients choose HTTP/2 or HTTP/1.1 while they connect (ALPN). */
const createHttp2Server = async (
  { cert, key, handshakeTimeout, ...limits }: SecureOptions,
  { max_headers: most }: HttpSettings,
): Promise<SecureServer> => {
  const http2 = await import('node:http2');
  const server = http2.createSecureServer({
    cert,
    key,
    handshakeTimeout,
    allowHTTP1: true,
    settings: { maxHeaderListSize: most.bytes, maxConcurrentStreams: 100 },
    // Above this, Node resets the stream without a reply. `Admission` counts before that.
    maxHeaderListPairs: Math.max(128, most.count + 8),
  });
  // For connections of HTTP/1.1, Node reads the limits from members. The cast is needed, because the types know no common server.
  return Object.assign(server, limits) as unknown as SecureServer;
};
