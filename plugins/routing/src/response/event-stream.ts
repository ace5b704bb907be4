import { type Duration, hasCode } from '@taproot/core';
import type { ServerSentEvents } from '@taproot/core/internal';
import { type ServerSentEvent, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { checkIterable } from './body-streams.ts';

/** Settings of an event stream; times are in milliseconds. */
export interface EventTextOptions {
  /** Time without an event after which a comment is sent, so that proxies keep the connection. */
  readonly heartbeat?: number;
  /** Time after which clients reconnect. Without it, the browser decides until the application closes. */
  readonly retry?: number;
  /** Ends the stream and closes the source at once, even while it waits for an event. */
  readonly signal?: AbortSignal;
}

const HEARTBEAT = 15_000;

/** Milliseconds that clients wait at least before they come back to an application that closed. */
const RETRY = 1000;

/** A comment: clients skip it. */
const comment = ':\n\n';

const ignore = (): void => undefined;

/** A time of an event stream or of an event in milliseconds. Throws `E_DURATION_INVALID` for an invalid one. */
export const milliseconds = (duration: Duration, setting: string): number =>
  Math.round(seconds(duration, `eventStream().${setting}`) * 1000);

const dataText = (data: unknown): string => (typeof data === 'string' ? data : (JSON.stringify(data) ?? ''));

// A line break would begin another field; clients ignore an id with NUL.
const checkLine = (field: string, value: string): string => {
  if (/[\r\n\0]/.test(value)) throw errors.E_EVENT_INVALID({ field, reason: 'it holds a line break or NUL' });
  return value;
};

const checkRetry = (retry: number): number => {
  if (!Number.isSafeInteger(retry) || retry < 0)
    throw errors.E_EVENT_INVALID({ field: 'retry', reason: 'it is negative or has no end' });
  return retry;
};

/** An event in wire format (WHATWG HTML 9.2). Data other than strings becomes JSON. */
export const formatEvent = (event: ServerSentEvent | string): string => {
  const given: ServerSentEvent = typeof event === 'string' ? { data: event } : event;
  const { data, event: type, id, retry } = given;
  let text = '';
  if (type !== undefined) text += `event: ${checkLine('event', type)}\n`;
  if (id !== undefined) text += `id: ${checkLine('id', id)}\n`;
  if (retry !== undefined) text += `retry: ${checkRetry(milliseconds(retry, 'retry'))}\n`;
  if ('data' in given) for (const line of dataText(data).split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  return `${text}\n`;
};

type Events = Iterator<ServerSentEvent | string> | AsyncIterator<ServerSentEvent | string>;

const open = (source: ServerSentEvents): Events =>
  Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();

/** The next event of a source; `wake` is called when it is there, or when the source failed. */
class PendingEvent {
  readonly result: Promise<IteratorResult<ServerSentEvent | string>>;
  settled = false;

  constructor(events: Events, wake: () => void) {
    this.result = Promise.resolve(events.next());
    const settle = (): void => {
      this.settled = true;
      wake();
    };
    this.result.then(settle, settle);
  }
}

/** Waits for whatever comes first. One timer and one listener serve the whole stream: new ones for each event took a tenth of its time. */
class Waiting {
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #resolve = ignore;

  constructor(heartbeat: number, signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#timer = setTimeout(this.wake, heartbeat);
    signal?.addEventListener('abort', this.wake);
  }

  readonly wake = (): void => this.#resolve();

  /** Resolves when it is woken, when the heartbeat is due, or when the signal is aborted. */
  next(): Promise<void> {
    this.#timer.refresh();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.wake);
  }
}

/**
 * Closes a source before its end. A source that is still waiting for its next event closes when that event arrives; this does not wait for
 * it.
 */
const close = async (events: Events, waiting: boolean): Promise<void> => {
  const closing = Promise.resolve(events.return?.());
  if (waiting) closing.catch(ignore);
  else await closing;
};

/**
 * The last bytes of a stream that ends because the application closes; empty for any other reason. They spread the
 * times at which clients reconnect. No client reconnects while this process drains, because its 503 would end the
 * client's `EventSource` for good.
 */
const farewell = ({ signal, retry = RETRY }: EventTextOptions): string => {
  const closing: unknown = signal?.aborted === true ? signal.reason : null;
  return hasCode(closing, errors.E_SERVER_CLOSING.code) ? `retry: ${Math.round(retry * (1 + Math.random()))}\n\n` : '';
};

/**
 * The bytes of a stream of events, with a comment at the beginning, and another one whenever no event came for a while. The end of the
 * stream closes the source, even if the stream never began, as for HEAD.
 */
export const eventStream = (
  source: ServerSentEvents,
  options: EventTextOptions = {},
): AsyncIterableIterator<string, void> => {
  checkIterable('eventStream', source, 'a list or an iterable of events');
  const events = open(source);
  const texts = eventTexts(events, options);
  let began = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      began = true;
      return texts.next();
    },
    async return() {
      // A generator that never began does not run its `finally`.
      if (!began) await close(events, false);
      return texts.return();
    },
  };
};

async function* eventTexts(events: Events, options: EventTextOptions): AsyncGenerator<string, void> {
  const { heartbeat = HEARTBEAT, retry, signal } = options;
  const isAborted = (): boolean => signal?.aborted === true;
  let pending: PendingEvent | null = null;
  let ended = false;
  const waiting = new Waiting(heartbeat, signal);
  try {
    // Sends a comment at once, together with the headers, so that a client is connected before the first event.
    if (!isAborted()) yield retry === undefined ? comment : `${comment.trim()}\nretry: ${checkRetry(retry)}\n\n`;
    while (!isAborted()) {
      pending ??= new PendingEvent(events, waiting.wake);
      if (!pending.settled) await waiting.next();
      if (isAborted()) break;
      if (!pending.settled) {
        yield comment;
        continue;
      }
      // A source that throws has ended, too.
      ended = true;
      const { done, value } = await pending.result;
      if (done === true) break;
      ended = false;
      pending = null;
      yield formatEvent(value);
    }
    const words = farewell(options);
    if (words !== '') yield words;
  } finally {
    waiting.end();
    if (!ended) await close(events, pending !== null);
  }
}
