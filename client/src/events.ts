import type { ApiError } from './api-error.ts';
import type { Failed, Lost, LostReason, NotModified, Outcome } from './results.ts';

/** An event of a stream. */
export interface ServerEvent<Data, Name extends string = string> {
  /** Its id, or the id of the last event that had one; empty if there was none. */
  readonly id: string;
  /** Its name; `message` by default. In a union of events it says which one this is. */
  readonly event: Name;
  /** Its data: parsed JSON, or a string. */
  readonly data: Data;
}

/**
 * Events of a server, as they arrive. Leave the loop to close the connection. If the connection breaks, the client connects again and
 * continues after the last id; a stream without ids throws an `ApiError`. The client also connects again if the server has sent `retry` and
 * then ends the stream, as stopping servers do. Any other end of the stream ends the loop, and so does status 204.
 */
export type EventStream<Event extends ServerEvent<unknown>> = AsyncIterable<Event>;

/** The parts of a call that its reply needs. */
export interface Connection {
  /** Removes the time limit. */
  readonly untimed: () => void;
  /** Whether the stream stays open after the call has returned. */
  isHeld: boolean;
  /** Waits some milliseconds, then connects again for the events after this id. */
  readonly reopen: (id: string, wait: number | undefined) => Promise<Outcome>;
  /** Stops listening to the signal of the call. */
  readonly release: () => void;
  readonly isAborted: () => boolean;
  /** Makes a result. The call passes this function and `fail`, so that the file of events needs no imports. */
  readonly lost: (reason: LostReason, cause?: unknown, response?: Response) => Lost;
  /** Makes the error of a result. */
  readonly fail: (result: Failed<number, unknown> | NotModified | Lost) => ApiError;
}

/** Reads the events of a response, and of the responses after it when it connects again. */
export class EventReader implements EventStream<ServerEvent<unknown>> {
  readonly #response: Response;
  readonly #texts: readonly string[] | null;
  readonly #connection: Connection;
  readonly #revive: (value: unknown) => Promise<unknown>;

  /**
   * @param reply the reply in the table: after `e:` it has the names of events whose data are strings
   * @param revive makes dates of the strings that are dates
   */
  constructor(response: Response, reply: string, connection: Connection, revive: (value: unknown) => Promise<unknown>) {
    this.#response = response;
    this.#texts = reply.includes('e') ? (reply.split(':')[1]?.split(',') ?? []) : null;
    this.#connection = connection;
    this.#revive = revive;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ServerEvent<unknown>, void> {
    let id = '';
    let wait: number | undefined;
    let isAsked = false;
    let response = this.#response;
    let connection = this.#connection;
    for (;;) {
      let broken: Lost | null = null;
      const source = blocks(response);
      try {
        for (;;) {
          const { done, value } = await source.next().catch((cause: unknown) => {
            broken = connection.lost('network', cause);
            return { done: true as const, value: undefined };
          });
          if (done === true) break;
          id = value.get('id') ?? id;
          const data = value.get('data');
          const retry = value.get('retry') ?? '';
          if (/^\d+$/.test(retry)) wait = Number(retry);
          isAsked = retry !== '' && data === undefined;
          const event = value.get('event') || 'message';
          if (data !== undefined) yield { id, event, data: await this.#dataOf(event, data) };
        }
      } finally {
        await source.return();
        connection.release();
      }
      if (connection.isAborted()) return;
      if (broken === null && !isAsked) return;
      if (broken !== null && id === '') throw connection.fail(broken);
      const next = await connection.reopen(id, wait);
      if (next.response?.status === 204) return;
      if (!next.ok) throw connection.fail(next);
      if (!(next.data instanceof EventReader)) return;
      response = next.data.#response;
      connection = next.data.#connection;
    }
  }

  async #dataOf(event: string, text: string): Promise<unknown> {
    if (this.#texts?.includes(encodeURIComponent(event)) ?? true) return text;
    try {
      return await this.#revive(JSON.parse(text));
    } catch (cause) {
      throw this.#connection.fail(this.#connection.lost('unexpected', cause, this.#response));
    }
  }
}

/** The fields of each event of a body. */
async function* blocks({ body }: Response): AsyncGenerator<Map<string, string>, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let fields = new Map<string, string>();
  try {
    for (;;) {
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) return;
      // A carriage return at the end may be half of a line break.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (fields.size > 0) yield fields;
          fields = new Map();
        } else {
          const [, name = '', text = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
          const before = name === 'data' ? fields.get(name) : undefined;
          fields.set(name, before === undefined ? text : `${before}\n${text}`);
        }
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
