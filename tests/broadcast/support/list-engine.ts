import type { BroadcastEngine, EngineReader, LogEntry, LogPlace, LogTail, SentEvent } from '@taproot/broadcast';

const log = 'list';
const placeOf = (position: number): LogPlace => ({ at: { ms: position, seq: 0 }, log, position });

/** An engine as a plugin of others would bring one: a list for each shard, in this process. */
export class ListEngine implements BroadcastEngine {
  readonly name = 'The list';
  readonly fault = null;
  readonly #capacity: number;
  readonly #entries = new Map<number, LogEntry[]>();
  readonly #waiting = new Set<() => void>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  async separate(): Promise<boolean> {
    return false;
  }

  async append(shard: number, events: readonly SentEvent[]): Promise<void> {
    const entries = this.#of(shard);
    for (const sent of events) entries.push({ ...placeOf((entries.at(-1)?.position ?? 0) + 1), sent });
    entries.splice(0, entries.length - this.#capacity);
    for (const wake of this.#waiting) wake();
  }

  async connect(): Promise<EngineReader> {
    return {
      tail: async (shard, count): Promise<LogTail> => {
        const entries = this.#of(shard).slice(-count);
        return { last: entries.at(-1) ?? placeOf(0), entries, before: () => placeOf(0).at };
      },
      next: async (after, wait) => {
        if (this.#after(after).size === 0) await this.#news(wait);
        return this.#after(after);
      },
      wake: () => {
        for (const wake of this.#waiting) wake();
      },
      close: () => undefined,
    };
  }

  async close(): Promise<void> {
    for (const wake of this.#waiting) wake();
  }

  #of(shard: number): LogEntry[] {
    const entries = this.#entries.get(shard) ?? [];
    this.#entries.set(shard, entries);
    return entries;
  }

  #after(places: ReadonlyMap<number, LogPlace>): Map<number, readonly LogEntry[]> {
    const found = [...places].map(([shard, { position }]) => {
      const entries = this.#of(shard).filter((entry) => entry.position > position);
      return [shard, entries] as const;
    });
    return new Map(found.filter(([, entries]) => entries.length > 0));
  }

  async #news(wait: number): Promise<void> {
    let wake = (): void => undefined;
    const timer = setTimeout(() => wake(), wait);
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(wake);
    });
    clearTimeout(timer);
    this.#waiting.delete(wake);
  }
}
