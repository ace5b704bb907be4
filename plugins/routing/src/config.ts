import { tmpdir } from 'node:os';
import { type Duration, type Env } from '@taproot/core';
import { durations, orNull, type Settings } from '@taproot/core/plugin';

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
    /** PEM file of the certificate; null by default. */
    cert: string | null;
    /** PEM file of the key of the certificate; null by default. */
    key: string | null;
  };
  /**
   * Whether HTTPS also speaks HTTP/2, on the same port: clients choose while they connect. False by default, because applications of Express
   * that you mount cannot answer it. WebSockets of the same clients use HTTP/1.1.
   */
  http2: boolean;
  /**
   * Addresses or CIDR ranges of proxies whose `X-Forwarded-*` are believed, or how many proxies are in front. None by
   * default.
   */
  trusted_proxies: readonly string[] | number;
  /** Host names answered (`example.com`, `*.example.com`). All by default. */
  trusted_hosts: readonly string[];
  /** Hosts that `redirect()` may lead to beside the application's own. None by default. */
  redirect_hosts: readonly string[];
  /** Seconds a handler may take before the client gets 503, 30 by default; null for no end. */
  request_timeout: Duration | null;
  /**
   * How the server protects itself when more requests arrive than it can answer: it refuses some at once with 503 (`E_OVERLOADED`), and goes
   * on at full speed with the others. Null never refuses.
   */
  overload: {
    /** `refuse` by default; `report` only counts and reports what it would refuse. */
    mode: 'refuse' | 'report';
    /**
     * Seconds that requests, or queries for a connection, may wait for their turn; 0.1 by default. The server is overloaded when they wait
     * longer for some time, not in a short burst.
     */
    max_wait: Duration;
    /** Requests with an asynchronous handler that may run at the same time; null (default) sets a limit only during overload. */
    max_in_flight: number | null;
  } | null;
  /** Seconds a client may take to send its headers; 30 by default. */
  headers_timeout: Duration;
  /** Seconds an idle connection is kept; 5 by default. */
  keep_alive_timeout: Duration;
  /** Seconds a client may take no byte of its reply before the connection is cut; 60 by default, null for no end. */
  send_timeout: Duration | null;
  /** The slowest body that is accepted; slower ones get 408. Null accepts any. */
  body_rate: {
    /** Bytes per second; 240 by default. */
    bytes: number;
    /** Seconds of one measurement, in which at least `bytes` x `grace` bytes must arrive; 5 by default. */
    grace: Duration;
  } | null;
  /**
   * Whether a form of a page may send PUT, PATCH or DELETE, as POST with `?_method=DELETE` in its address; false by default. Turn it on with
   * sessions, which refuse forms of other sites: without that, any site could send such a form.
   */
  method_override: boolean;
  /** Bytes of the request target; 8192 by default. */
  max_url: number;
  /** Limits of the request headers; more get 431. */
  max_headers: {
    /** Bytes of all request headers; 16 KiB by default. */
    bytes: number;
    /** Number of request headers; 100 by default. */
    count: number;
  };
  /** Bytes of a JSON, form or text body, after decompression; 1 MiB by default. */
  max_body: number;
  /** How far a compressed body may expand; more gets 413. The size limits apply as well. */
  decompression: {
    /** Times its own size that a compressed body may become; 100 by default, null for no limit. */
    ratio: number | null;
    /** Bytes that any compressed body may become, because short strings compress best; 64 KiB by default. */
    floor: number;
  };
  /** Levels that JSON may nest; 64 by default. */
  max_json_depth: number;
  /** Limits of the parameters of a query or form. */
  max_params: {
    /** Number of parameters, 1000 by default; more get 413. */
    count: number;
    /** How deep their brackets may nest, 20 by default; deeper gets 400. */
    depth: number;
  };
  /** Limits of multipart forms. */
  upload: {
    /** Bytes of a multipart body in all; 4 MiB by default. */
    max_body: number;
    /** Files in one form; 20 by default. */
    max_files: number;
    /** Text fields in one form; 1000 by default. */
    max_fields: number;
    /** Bytes of one text field; 1 MiB by default. */
    max_field: number;
    /** Bytes of a field's name; 100 by default. */
    max_name: number;
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
  interface RouteMeta {
    /**
     * The rank of the route during overload: `critical` requests always run, `low` ones are refused first. All others are `normal`.
     */
    priority: RoutePriority;
    /**
     * The protocol that the route switches to, such as `websocket`, for lists of routes and API documents. If the server has other
     * listeners for upgrades, only routes with this get theirs.
     */
    upgrade: string;
  }
}

/** The `http` configuration as the application reads it: times in seconds. */
export type HttpSettings = Settings<HttpConfig>;

/** Which requests run during overload. */
export type RoutePriority = 'critical' | 'normal' | 'low';

/** The slowest body that is accepted. */
export type BodyRate = NonNullable<HttpSettings['body_rate']>;

const MiB = 1024 * 1024;

export const httpDefaults = (env: Env): HttpSettings =>
  orNull(
    durations<HttpConfig>(
      {
        driver: env('HTTP_DRIVER', 'koa'),
        listen: true,
        host: env('HOST', '127.0.0.1'),
        port: env('PORT', 3000),
        tls: orNull<HttpConfig['tls']>({ cert: null, key: null }, 'cert', 'key'),
        http2: false,
        trusted_proxies: [],
        trusted_hosts: [],
        redirect_hosts: [],
        request_timeout: 30,
        overload: orNull(
          durations<NonNullable<HttpConfig['overload']>>(
            { mode: 'refuse', max_wait: 0.1, max_in_flight: null },
            'max_wait',
          ),
          'max_in_flight',
        ),
        headers_timeout: 30,
        keep_alive_timeout: 5,
        send_timeout: 60,
        body_rate: durations<NonNullable<HttpConfig['body_rate']>>({ bytes: 240, grace: 5 }, 'grace'),
        method_override: false,
        max_url: 8192,
        max_headers: { bytes: 16 * 1024, count: 100 },
        max_body: MiB,
        decompression: orNull<HttpConfig['decompression']>({ ratio: 100, floor: 64 * 1024 }, 'ratio'),
        max_json_depth: 64,
        max_params: { count: 1000, depth: 20 },
        upload: {
          max_body: 4 * MiB,
          max_files: 20,
          max_fields: 1000,
          max_field: MiB,
          max_name: 100,
          directory: tmpdir(),
          compressed: false,
        },
      },
      'request_timeout',
      'headers_timeout',
      'keep_alive_timeout',
      'send_timeout',
    ),
    'request_timeout',
    'overload',
    'send_timeout',
    'body_rate',
  );
