import type { Timeout } from '../calls.ts';
import { addressOf, type Query, type WebSocketClass, type WebSocketLike } from './address.ts';
import type { AnySocket, Incoming, Outgoing, SocketTypes } from './socket-types.ts';

/** `open` is in its room; `waiting` has no connection and tries again; `closed` has ended for good. */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A message that was not sent. */
export interface Unsent {
  /** Its event. */
  readonly event: string;
  /** Its data. */
  readonly data: unknown;
}

/** Settings of a connection. Times are seconds, or milliseconds as `'500ms'`. */
export interface ConnectOptions {
  /**
   * Values for the query of the address, such as a token that lives for seconds. A function is called before each connection, so that a token
   * is never old. When it fails, the client tries again later.
   */
  readonly query?: Query | (() => Query | Promise<Query>);
  /** The longest wait between two tries; 30 seconds by default. Waits begin at half a second, double, and are random. */
  readonly wait?: Timeout;
  /** How long a connection may take to open; 10 seconds by default. */
  readonly timeout?: Timeout;
  /** How long nothing may come before the client asks whether the server is there; 30 seconds by default, null for never. */
  readonly heartbeat?: Timeout | null;
  /** How many messages wait while there is no connection; 50 by default. The oldest one makes room. */
  readonly queue?: number;
  /** Called with a message that will not be sent: too many waited, or the connection closed for good. */
  readonly onDropped?: (message: Unsent) => void;
  /** Called when the state changes; `code` and `reason` are those of the connection that ended. */
  readonly onState?: (state: ConnectionState, code: number, reason: string) => void;
  /**
   * Whether to connect again after the server closed the connection. By default after every code but 1000, 1008 (against the rules, or
   * disconnected) and those of an application, 4000 to 4999.
   */
  readonly reconnect?: (code: number, reason: string) => boolean;
  /** The class to use; the global `WebSocket` by default. */
  readonly WebSocket?: WebSocketClass;
}

const milliseconds = (time: Timeout): number => (typeof time === 'string' ? Number.parseFloat(time) : time * 1000);

const comesBack = (code: number): boolean => code !== 1000 && code !== 1008 && (code < 4000 || code > 4999);

/** The connection to a socket of the server. It connects again by itself, until `close()`. */
export class Connection<Declared extends SocketTypes> {
  readonly #url: string;
  readonly #options: ConnectOptions;
  readonly #listeners = new Map<string, Set<(data: never, id: string) => void>>();
  readonly #queue: Unsent[] = [];
  #state: ConnectionState = 'connecting';
  #ws: WebSocketLike | null = null;
  #last = '';
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Only `connect()` calls it. */
  constructor(url: string, options: ConnectOptions) {
    this.#url = url;
    this.#options = options;
    // A browser knows when its network is back.
    globalThis.addEventListener?.('online', this.#hurry);
    void this.#connect();
  }

  /** The state of the connection. */
  get state(): ConnectionState {
    return this.#state;
  }

  /** Calls `take` with the data of each message of this event, and its id. Returns a function that ends this. */
  on<Event extends keyof Incoming<Declared> & string>(
    event: Event,
    take: (data: Incoming<Declared>[Event], id: string) => void,
  ): () => void {
    const takers = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, takers.add(take));
    return () => void takers.delete(take);
  }

  /** Sends a message. Without a connection it waits for the next one. */
  send<Event extends keyof Outgoing<Declared> & string>(event: Event, data: Outgoing<Declared>[Event]): void {
    if (this.#state === 'open') return this.#write({ event, data });
    this.#queue.push({ event, data });
    const most = this.#state === 'closed' ? 0 : (this.#options.queue ?? 50);
    while (this.#queue.length > most) this.#drop();
  }

  /** Ends the connection for good. Messages that still wait are dropped. */
  close(code = 1000, reason = ''): void {
    this.#ws?.close(code, reason);
    this.#end(code, reason);
  }

  async #connect(): Promise<void> {
    const { query = {}, WebSocket: Class = globalThis.WebSocket } = this.#options;
    try {
      const url = addressOf(this.#url, typeof query === 'function' ? await query() : query, this.#last);
      if (this.#state === 'closed') return;
      this.#follow(new Class(url));
    } catch {
      this.#lose(1006, 'no query or no address');
    }
  }

  #follow(ws: WebSocketLike): void {
    this.#ws = ws;
    // `close` follows, and says why.
    ws.addEventListener('error', () => undefined);
    ws.addEventListener('message', ({ data }) => {
      if (ws === this.#ws) this.#take(String(data));
    });
    ws.addEventListener('close', ({ code, reason }) => {
      if (ws === this.#ws) this.#lose(code, reason);
    });
    this.#timer = setTimeout(() => this.#giveUp('not opened in time'), milliseconds(this.#options.timeout ?? 10));
  }

  #take(text: string): void {
    this.#watch();
    const { event, data, id } = JSON.parse(text) as { event: string; data: never; id?: string };
    if (id !== undefined) this.#last = id;
    if (this.#state !== 'open') {
      this.#tries = 0;
      this.#become('open', 0, '');
      for (const message of this.#queue.splice(0)) this.#write(message);
    }
    for (const take of this.#listeners.get(event) ?? []) take(data, id ?? '');
  }

  /** Asks for a sign of life when nothing comes, and gives the connection up when there is none. */
  #watch(): void {
    const { heartbeat = 30 } = this.#options;
    clearTimeout(this.#timer);
    if (heartbeat === null) return;
    const pause = milliseconds(heartbeat);
    this.#timer = setTimeout(() => {
      if (this.#state === 'open') this.#write({ event: 'heartbeat', data: {} });
      this.#timer = setTimeout(() => this.#giveUp('no sign of life'), pause / 2);
    }, pause);
  }

  /** The end of a connection that says nothing may never come, so it is not waited for. */
  #giveUp(reason: string): void {
    const ws = this.#ws;
    this.#lose(1006, reason);
    ws?.close();
  }

  #lose(code: number, reason: string): void {
    this.#ws = null;
    if (this.#state === 'closed') return;
    if (!(this.#options.reconnect ?? comesBack)(code, reason)) return this.#end(code, reason);
    const longest = milliseconds(this.#options.wait ?? 30);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#hurry, Math.random() * Math.min(longest, 500 * 2 ** this.#tries++));
    this.#become('waiting', code, reason);
  }

  readonly #hurry = (): void => {
    if (this.#state !== 'waiting') return;
    clearTimeout(this.#timer);
    this.#become('connecting', 0, '');
    void this.#connect();
  };

  #end(code: number, reason: string): void {
    if (this.#state === 'closed') return;
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.('online', this.#hurry);
    this.#ws = null;
    this.#become('closed', code, reason);
    while (this.#queue.length > 0) this.#drop();
  }

  #drop(): void {
    const message = this.#queue.shift();
    if (message !== undefined) this.#options.onDropped?.(message);
  }

  #write(message: Unsent): void {
    this.#ws?.send(JSON.stringify(message));
  }

  #become(state: ConnectionState, code: number, reason: string): void {
    this.#state = state;
    this.#options.onState?.(state, code, reason);
  }
}

/**
 * Connects to a socket of the server, and connects again whenever the connection is lost. The types come from its declaration.
 * @example
 * const seven = connect<typeof room>('wss://example.com/rooms/7', { query: async () => ({ token: await token() }) });
 * seven.on('said', ({ text }) => show(text));
 * seven.send('say', { text: 'Hello' });
 */
export const connect = <Declared extends SocketTypes = AnySocket>(
  url: string,
  options: ConnectOptions = {},
): Connection<Declared> => new Connection<Declared>(url, options);
