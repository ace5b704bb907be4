import { tmpdir } from 'node:os';
import { type Env } from '@taproot/core';
import { durations, type Seconds } from '@taproot/core/plugin';

/** The `http` configuration. Every limit holds on both drivers alike. */
export interface HttpConfig {
  /** The HTTP engine: `koa`, or that of another plugin, such as `fastify`; from `HTTP_DRIVER`, `koa` by default. */
  driver: string;
  /** @deprecated Renamed to `driver`. */
  default?: string;
  /**
   * Whether `open()` listens on `host` and `port`; false for an application whose listener another server calls. True
   * by default.
   */
  listen: boolean;
  /** Address or host name to listen on; from `HOST`, `127.0.0.1` by default. `0.0.0.0` is reached from outside. */
  host: string;
  /** Port to listen on; from `PORT`, 3000 by default. 0 takes any free port. */
  port: number;
  /** Files of a PEM certificate and its key; with both, the server speaks HTTPS. Empty by default. */
  tls: { cert: string; key: string };
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
  /**
   * Slowest body taken: `bytes` a second, measured over `grace` seconds; slower ones get 408. 240 over 5 by default.
   */
  body_rate: { bytes: number; grace: Seconds };
  /** Bytes of the request target; 8192 by default. */
  url_limit: number;
  /** Bytes and number of the request headers; 16 KiB and 100 by default. */
  headers_limit: { bytes: number; count: number };
  /** Bytes of a JSON, form or text body, after decompression; 1 MiB by default. */
  body_limit: number;
  /**
   * How many times its own size a compressed body may expand to: more gets 413, and 0 means no limit. `floor` bytes are always
   * allowed, because short strings compress best. The size limits apply as well.
   */
  decompression: { ratio: number; floor: number };
  /** Levels that JSON may nest; 64 by default. */
  json_depth: number;
  /** Parameters of a query or form, and how deep their brackets nest; 1000 and 20 by default. */
  params_limit: { count: number; depth: number };
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
  );
