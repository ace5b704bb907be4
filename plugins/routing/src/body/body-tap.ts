import type { IncomingMessage } from 'node:http';
import { FrameworkError } from '@taproot/core';
import type { BodyRate, HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { hasTaken } from '../server/end-politely.ts';
import { timerMilliseconds } from '../server/timer-milliseconds.ts';

/** A limit in bytes, and the key of `http` that sets it. */
export interface BodyLimit {
  readonly bytes: number;
  readonly setting: 'max_body' | 'upload.max_body';
}

/** Receives a body in pieces. Either `end` or `fail` is called once, and nothing after it. */
export interface BodySink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * Reads the bytes of a request into a sink: under a limit, not slower than `http.body_rate`, and until `signal` or the
 * client ends it. After a failure it reads no further and leaves the socket alone, so that an answer can be sent.
 */
export class BodyTap {
  readonly #req: IncomingMessage;
  readonly #limit: BodyLimit;
  readonly #signal: AbortSignal | null;
  readonly #sink: BodySink;
  readonly #rate: BodyRate | null;
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #received = 0;
  #receivedBefore = 0;

  constructor(
    req: IncomingMessage,
    limit: BodyLimit,
    config: HttpSettings,
    signal: AbortSignal | null,
    sink: BodySink,
  ) {
    this.#req = req;
    this.#limit = limit;
    this.#signal = signal;
    this.#sink = sink;
    this.#rate = config.body_rate;
  }

  /** Bytes that have come so far. */
  get received(): number {
    return this.#received;
  }

  open(): void {
    const req = this.#req;
    if (req.readableEnded || hasTaken(req)) return this.#fail(errors.E_BODY_CONSUMED());
    if (this.#signal?.aborted === true) return this.#onAbort();
    if (req.destroyed) return this.#onClose();
    // Refused by its announcement, so that `Expect: 100-continue` is never answered with 100.
    if (Number(req.headers['content-length'] ?? 0) > this.#limit.bytes) return this.#fail(this.#tooLarge());
    this.#reading = true;
    req.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onClose).on('close', this.#onClose);
    this.#signal?.addEventListener('abort', this.#onAbort);
    if (this.#rate === null) return;
    const { bytes, grace } = this.#rate;
    this.#timer = setInterval(() => this.#onTick(bytes, grace), timerMilliseconds(grace));
  }

  /** Lets the client wait until `resume()`. */
  pause(): void {
    this.#req.pause();
  }

  /** Has no effect after `stop()`, when bytes would have no reader and be lost. */
  resume(): void {
    if (this.#reading) this.#req.resume();
  }

  /** Reads no further. Called by itself at the end and on failure. */
  stop(): void {
    this.#reading = false;
    clearInterval(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#req
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('error', this.#onClose)
      .off('close', this.#onClose)
      .pause();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#received += chunk.length;
    if (this.#received > this.#limit.bytes) this.#fail(this.#tooLarge());
    else this.#sink.data(chunk);
  };

  readonly #onEnd = (): void => {
    this.stop();
    this.#sink.end();
  };

  readonly #onClose = (cause?: Error): void => this.#fail(errors.E_BODY_ABORTED(cause === undefined ? {} : { cause }));

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#fail(reason instanceof FrameworkError ? reason : errors.E_BODY_ABORTED({ cause: reason }));
  };

  // Each period of `grace` seconds must bring its share. An average since the beginning would let a client that began
  // fast be silent for an hour. Time in which the client had to wait for us does not count.
  #onTick(bytes: number, grace: number): void {
    const slow = this.#received - this.#receivedBefore < bytes * grace;
    if (slow && !this.#req.isPaused()) return this.#fail(errors.E_BODY_SLOW({ bytes, grace }));
    this.#receivedBefore = this.#received;
  }

  #fail(error: Error): void {
    this.stop();
    this.#sink.fail(error);
  }

  #tooLarge(): Error {
    const { bytes, setting } = this.#limit;
    return errors.E_BODY_TOO_LARGE({ limit: bytes, setting });
  }
}
