/** How much of a pool of connections is in use. */
export interface ConnectionPool {
  /** Connections that run queries or transactions. */
  readonly used: number;
  /** The most connections. */
  readonly max: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** A request without a complete response. */
export interface OpenRequest {
  /** `GET`, `POST` and so on. */
  readonly method: string;
  /** The path without its query; secrets in it are masked. */
  readonly path: string;
  /** For how many seconds it has been open, at least. */
  readonly seconds: number;
}
