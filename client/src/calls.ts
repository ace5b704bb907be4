import type { DataOf } from './results.ts';

/** A generated route: the input and the result of a call. */
export interface RouteTypes {
  /** Parameters, query, headers and body. */
  readonly input: unknown;
  /** Every result that a call can have. */
  readonly result: unknown;
}

/** Seconds as a number, or milliseconds as text, such as `'500ms'`. */
export type Timeout = number | `${number}ms`;

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: its result is then `Lost` with the reason `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** How long each try may take: seconds, or milliseconds as `'500ms'`; null for no end. By default that of the client. */
  readonly timeout?: Timeout | null | undefined;
  /** How often the call may be repeated. Default: the `retry` of the client. */
  readonly retry?: number | undefined;
  /** Further headers: `{ 'Idempotency-Key': key }` lets a POST be repeated. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called while a body with files is sent. `total` is 0 if the size is not known. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How much of a body is sent, in bytes. */
export interface Progress {
  /** Bytes sent so far. */
  readonly sent: number;
  /** Bytes in total; 0 when the total is unknown. */
  readonly total: number;
}

/** A running call. It never rejects: every outcome is a result. */
export interface Reply<Result> extends Promise<Result> {
  /**
   * The data of a success.
   * @throws ApiError with the result, for everything else
   */
  data(): Promise<DataOf<Result>>;
}

/** A body that is sent as it is. Its media type is that of the `Blob`, of a header `Content-Type`, or of the document. */
export type RawBody = string | Blob | ArrayBuffer | ArrayBufferView;

/** A route that needs input. */
export type Call<Route extends RouteTypes> = (input: Route['input'], options?: CallOptions) => Reply<Route['result']>;

/** A route that can be called without input. */
export type OpenCall<Route extends RouteTypes> = (
  input?: Route['input'],
  options?: CallOptions,
) => Reply<Route['result']>;

/** The generated table of routes. `Api` is only a type. */
export interface RouteTable<Api> extends AnyRouteTable<Api> {
  /** Dates stay strings. */
  readonly dates?: undefined;
}

/** The generated table of routes with the setting `dates: 'date'`. */
export interface DatedRouteTable<Api> extends AnyRouteTable<Api> {
  /** Where responses have dates. */
  readonly dates: DateTable;
}

/** Where responses have dates. */
export interface DateTable {
  /** Places by number: whether strings are dates (`d`), and the places of members (`m`), of other members (`r`) and of entries (`i`). */
  readonly nodes: readonly {
    readonly d?: number;
    readonly m?: Readonly<Record<string, number>>;
    readonly r?: number;
    readonly i?: number;
  }[];
  /** The place of each body with dates, by name of the route and status. */
  readonly replies: Readonly<Record<string, number>>;
}

/** The members of both kinds of tables. */
export interface AnyRouteTable<Api> {
  /** Names the version of the generated files. */
  readonly hash: string;
  /** Method, path and replies by the name of the route. */
  readonly calls: Readonly<Record<string, string>>;
  /** Never set at run time: it only carries the type. */
  readonly api?: Api;
}
