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

/** Receives a body in pieces. Either `end` or `fail` is called once; no call follows. */
export interface BodySink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * Reads the bytes of a request into a sink: under a limit and at least as fast as `http.body_rate`, until `signal` or the client ends it.
 * After a failure it stops reading but does not touch the socket, so that a response can be sent.
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

  /** Number of bytes that have arrived so far. */
  get received(): number {
    return this.#received;
  }

  open(): void {
    const req = this.#req;
    if (req.readableEnded || hasTaken(req)) return this.#fail(errors.E_BODY_CONSUMED());
    if (this.#signal?.aborted === true) return this.#onAbort();
    if (req.destroyed) return this.#onClose();
    // Refuses the body by its announced length, so that `Expect: 100-continue` never gets a 100.
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

  /** Does nothing after `stop()`: no code would read the bytes, and they would be lost. */
  resume(): void {
    if (this.#reading) this.#req.resume();
  }

  /** Stops reading. The tap itself also calls it at the end and after a failure. */
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

  // Each period of `grace` seconds must bring enough bytes. With an average since the beginning, a client that began fast could be silent
  // for an hour. Time in which the client had to wait for us does not count.
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
