import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type SparseReport, withDeadline } from '@taproot/core/plugin';
import type { BroadcastEngine, SentEvent } from './engine.ts';
import { errors } from './errors.ts';
import type { LogHealth } from './log-health.ts';
import { droppedChannel, type NewEvent } from './logged-event.ts';

/** The most events that are sent together. */
const most = 100;
/** Milliseconds after which failed events are sent again. */
const retry = 250;
/** Seconds for which `add()` and `close()` wait for the server. */
const patience = 1;
/** Seconds after which events without an answer are sent again. */
const silence = 5;

export interface OutboxOptions {
  readonly engine: BroadcastEngine;
  readonly shard: number;
  /** The number of events that the log keeps, and that wait in memory while the server cannot be reached. */
  readonly capacity: number;
  readonly health: LogHealth;
  readonly report: SparseReport;
}

interface Held extends SentEvent {
  readonly settle: () => void;
}

/** Sends events to the log of one shard in order, and keeps them in memory while the server cannot be reached. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #sender = randomUUID();
  readonly #closing = new AbortController();
  #held: Held[] = [];
  #number = 0;
  #sending: Promise<void> | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Resolves when the event is in the log, or when the server cannot be reached or does not answer. */
  async add(event: NewEvent): Promise<void> {
    const { capacity, health } = this.#options;
    const sent = new Promise<void>((settle) =>
      this.#held.push({ ...event, sender: this.#sender, number: this.#number++, settle }),
    );
    if (health.fails('write') && this.#held.length > capacity) this.#dropOldest();
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
    if (health.fault !== null) return;
    await withDeadline(sent, patience, () => new Error('late')).catch(() => undefined);
  }

  /** Sends the events in memory, if the server answers now. */
  async close(): Promise<void> {
    if (this.#sending !== null)
      await withDeadline(this.#sending, patience, () => new Error('late')).catch(() => undefined);
    this.#closing.abort();
    const count = this.#held.length;
    if (count > 0)
      this.#options.report(errors.E_BROADCAST_DROPPED({ reason: `the application closed while ${count} were held` }));
    this.#held = [];
  }

  /** Drops an event. One entry takes the place of all that were dropped, so that every process can tell its streams. */
  #dropOldest(): void {
    const { capacity, report } = this.#options;
    const [first, second] = this.#held;
    if (first === undefined || second === undefined) return;
    const isMark = first.channel === droppedChannel;
    const dropped = isMark ? second : first;
    const data = String(isMark ? Number(first.data) + 1 : 1);
    dropped.settle();
    this.#held.splice(0, isMark ? 2 : 1, { ...dropped, channel: droppedChannel, event: 'dropped', data });
    report(errors.E_BROADCAST_DROPPED({ reason: `more than ${capacity} were held` }));
  }

  async #send(): Promise<void> {
    const { engine, shard, health } = this.#options;
    const { signal } = this.#closing;
    while (this.#held.length > 0 && !signal.aborted) {
      const some = this.#held.slice(0, most);
      try {
        const late = () => errors.E_BROADCAST_SILENT({ server: engine.name, seconds: silence });
        await withDeadline(engine.append(shard, some), silence, late);
        health.worked('write');
        const written = new Set(some);
        this.#held = this.#held.filter((event) => !written.has(event));
        for (const { settle } of some) settle();
      } catch (error) {
        health.failed('write', engine.fault ?? error);
        for (const { settle } of this.#held) settle();
        await pause(retry, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
