import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { HttpSettings } from '../config.ts';
import { http2Stream } from './http2-stream.ts';
import { timerMilliseconds } from './timer-milliseconds.ts';

/** Whether bytes of a reply wait for their client. */
const isWaiting = ({ req }: ServerResponse): boolean => (http2Stream(req)?.writableLength ?? 0) > 0;

/** The connections of HTTP/2 of a server. Each has many requests at once. */
export class Http2Sessions {
  readonly #config: HttpSettings;
  readonly #stalled: (response: ServerResponse, seconds: number) => void;
  readonly #open = new Map<Http2Session, Set<ServerResponse>>();
  #closing = false;

  /** Calls `stalled` with each response that is cut off, because its client reads no bytes. */
  constructor(config: HttpSettings, stalled: (response: ServerResponse, seconds: number) => void) {
    this.#config = config;
    this.#stalled = stalled;
  }

  watch(server: EventEmitter): void {
    server.on('session', (session: Http2Session) => {
      if (this.#closing) return session.close();
      this.#open.set(session, new Set());
      session.once('close', () => this.#open.delete(session));
      session.setTimeout(timerMilliseconds(this.#config.headers_timeout), () => this.#endQuiet(session));
    });
  }

  /** Notes a request of a connection. */
  begin(session: Http2Session | undefined, response: ServerResponse): void {
    const responses = session === undefined ? undefined : this.#open.get(session);
    if (session === undefined || responses === undefined) return;
    responses.add(response);
    const { send_timeout: send, keep_alive_timeout: keepAlive } = this.#config;
    session.setTimeout(send === null ? 0 : timerMilliseconds(send));
    response.once('close', () => {
      responses.delete(response);
      if (responses.size === 0 && !session.destroyed) session.setTimeout(Math.max(1, timerMilliseconds(keepAlive)));
    });
  }

  /** The responses that are not complete. */
  *responses(): IterableIterator<ServerResponse> {
    for (const responses of this.#open.values()) yield* responses;
  }

  /**
   * Tells each client by GOAWAY that no further request is taken. A connection ends with its last reply. Clients may send a request that
   * came too late again, because GOAWAY says which ones were taken (RFC 9113 6.8).
   */
  close(): void {
    this.#closing = true;
    for (const session of this.#open.keys()) session.close();
  }

  /** Node calls this when no byte has passed for the time that was set. */
  #endQuiet(session: Http2Session): void {
    const responses = [...(this.#open.get(session) ?? [])];
    if (responses.length === 0) return session.close();
    const { send_timeout: seconds } = this.#config;
    const waiting = responses.filter(isWaiting);
    // Handlers may take their time.
    if (seconds === null || waiting.length === 0) return session.setTimeout(timerMilliseconds(seconds ?? 0));
    for (const response of waiting) this.#stalled(response, seconds);
    session.destroy();
  }
}
