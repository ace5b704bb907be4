/** The part of a `WebSocket` that the client uses. */
export interface WebSocketLike {
  /** Calls the listener when something happens. */
  addEventListener(type: 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  /** Sends text. */
  send(text: string): void;
  /** Closes the connection. */
  close(code?: number, reason?: string): void;
}

/** The class of `WebSocket`: that of browsers, of Node from 22 on, or of the package ws. */
export type WebSocketClass = new (url: string) => WebSocketLike;

/** Values of a query; null and undefined are left out. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** The address of a connection: `/rooms/7` is a path of the page's host, and `https:` becomes `wss:`. */
export const addressOf = (base: string, query: Query, last: string): string => {
  const url = new URL(base, typeof location === 'undefined' ? undefined : location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const values: Query = { ...query, last: last || null };
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
};
