import { tmpdir } from 'node:os';
import { type Env } from '@taproot/core';
import { durations, type Seconds } from '@taproot/core/plugin';

/** The `http` configuration. Every limit holds on both drivers alike. */
export interface HttpConfig {
  /** The HTTP engine: `koa`, or that of another plugin, such as `fastify`; from `HTTP_DRIVER`, `koa` by default. */
  driver: string;
  /**
   * Whether `open()` listens on `host` and `port`; false for an application whose listener another server calls. True
   * by default.
   */
  listen: boolean;
  /** Address or host name to listen on; from `HOST`, `127.0.0.1` by default. `0.0.0.0` is reached from outside. */
  host: string;
  /** Port to listen on; from `PORT`, 3000 by default. 0 takes any free port. */
  port: number;
  /** Files for HTTPS; with both, the server speaks HTTPS. */
  tls: {
    /** PEM file of the certificate; empty by default. */
    cert: string;
    /** PEM file of the key of the certificate; empty by default. */
    key: string;
  };
  /**
   * Addresses or CIDR ranges of proxies whose `X-Forwarded-*` are believed, or how many proxies are in front. None by
   * default.
   */
  trusted_proxies: readonly string[] | number;
  /** Host names answered (`example.com`, `*.example.com`). All by default. */
  trusted_hosts: readonly string[];
  /** Hosts that `redirect()` may lead to beside the application's own. None by default. */
  redirect_hosts: readonly string[];
  /** Seconds a handler may take before the client gets 503, 30 by default; 0 for no end. */
  request_timeout: Seconds;
  /** Seconds the event loop may be behind before requests get 503; 0 (default) for any. */
  max_delay: Seconds;
  /** Seconds a client may take to send its headers; 30 by default. */
  headers_timeout: Seconds;
  /** Seconds an idle connection is kept; 5 by default. */
  keep_alive_timeout: Seconds;
  /** Seconds a client may take no byte of its reply before the connection is cut; 60 by default, 0 for no end. */
  send_timeout: Seconds;
  /** The slowest body that is accepted; slower ones get 408. */
  body_rate: {
    /** Bytes per second; 240 by default, 0 for no limit. */
    bytes: number;
    /** Seconds of one measurement, in which at least `bytes` x `grace` bytes must arrive; 5 by default. */
    grace: Seconds;
  };
  /** Bytes of the request target; 8192 by default. */
  url_limit: number;
  /** Limits of the request headers; more get 431. */
  headers_limit: {
    /** Bytes of all request headers; 16 KiB by default. */
    bytes: number;
    /** Number of request headers; 100 by default. */
    count: number;
  };
  /** Bytes of a JSON, form or text body, after decompression; 1 MiB by default. */
  body_limit: number;
  /** How far a compressed body may expand; more gets 413. The size limits apply as well. */
  decompression: {
    /** Times its own size that a compressed body may become; 100 by default, 0 for no limit. */
    ratio: number;
    /** Bytes that any compressed body may become, because short strings compress best; 64 KiB by default. */
    floor: number;
  };
  /** Levels that JSON may nest; 64 by default. */
  json_depth: number;
  /** Limits of the parameters of a query or form. */
  params_limit: {
    /** Number of parameters, 1000 by default; more get 413. */
    count: number;
    /** How deep their brackets may nest, 20 by default; deeper gets 400. */
    depth: number;
  };
  /** Limits of multipart forms. */
  upload: {
    /** Bytes of a multipart body in all; 4 MiB by default. */
    limit: number;
    /** Files in one form; 20 by default. */
    files: number;
    /** Text fields in one form; 1000 by default. */
    fields: number;
    /** Bytes of one text field; 1 MiB by default. */
    field_limit: number;
    /** Bytes of a field's name; 100 by default. */
    name_limit: number;
    /** Folder of uploaded files until their request ends; the system's folder for temporary files by default. */
    directory: string;
    /** Whether multipart bodies may have a `Content-Encoding`; if not, they get 415. Files are mostly compressed already. */
    compressed: boolean;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/http.ts: driver, address, proxies, deadlines and limits. */
    http: HttpConfig;
  }
}

const MiB = 1024 * 1024;

export const httpDefaults = (env: Env): HttpConfig =>
  durations<HttpConfig>(
    {
      driver: env('HTTP_DRIVER', 'koa'),
      listen: true,
      host: env('HOST', '127.0.0.1'),
      port: env('PORT', 3000),
      tls: { cert: '', key: '' },
      trusted_proxies: [],
      trusted_hosts: [],
      redirect_hosts: [],
      request_timeout: 30,
      max_delay: 0,
      headers_timeout: 30,
      keep_alive_timeout: 5,
      send_timeout: 60,
      body_rate: durations<HttpConfig['body_rate']>({ bytes: 240, grace: 5 }, 'grace'),
      url_limit: 8192,
      headers_limit: { bytes: 16 * 1024, count: 100 },
      body_limit: MiB,
      decompression: { ratio: 100, floor: 64 * 1024 },
      json_depth: 64,
      params_limit: { count: 1000, depth: 20 },
      upload: {
        limit: 4 * MiB,
        files: 20,
        fields: 1000,
        field_limit: MiB,
        name_limit: 100,
        directory: tmpdir(),
        compressed: false,
      },
    },
    'request_timeout',
    'max_delay',
    'headers_timeout',
    'keep_alive_timeout',
    'send_timeout',
  );
