import type { RedisConnection, SparseReport } from '@taproot/core/plugin';
import type { EventLog } from './event-log.ts';
import type { History } from './history.ts';
import type { Hub } from './hub.ts';
import { LogHealth } from './log-health.ts';
import { LogReader } from './log-reader.ts';
import type { NewEvent } from './logged-event.ts';
import { Outbox } from './outbox.ts';

export interface RedisLogOptions {
  readonly connection: RedisConnection;
  readonly key: string;
  readonly history: History;
  readonly capacity: number;
  readonly hub: Hub;
  readonly report: SparseReport;
}

/**
 * The events of all processes in one stream of Redis, which gives them their ids. It keeps `history` events for clients
 * that reconnect.
 */
export class RedisLog implements EventLog {
  readonly #reader: LogReader;
  readonly #outbox: Outbox;
  #opened: Promise<void> | null = null;

  constructor(options: RedisLogOptions) {
    const health = new LogHealth(options.report);
    this.#reader = new LogReader({ ...options, health });
    this.#outbox = new Outbox({ ...options, health });
  }

  open(): Promise<void> {
    return (this.#opened ??= this.#reader.open());
  }

  add(event: NewEvent): Promise<void> {
    return this.#outbox.add(event);
  }

  async close(): Promise<void> {
    await this.#outbox.close();
    this.#reader.close();
  }
}
