import type { Recording } from './recording.ts';

/** The last requests, limited by their number and by their bytes. A new one replaces the oldest. */
export class Ring {
  readonly #most: number;
  readonly #bytes: number;
  readonly #recordings = new Map<number, Recording>();

  constructor(most: number, bytes: number) {
    this.#most = most;
    this.#bytes = bytes;
  }

  /** From the newest to the oldest. */
  get all(): Recording[] {
    return [...this.#recordings.values()].toReversed();
  }

  find(id: number): Recording | null {
    return this.#recordings.get(id) ?? null;
  }

  add(recording: Recording): void {
    this.#recordings.set(recording.id, recording);
    this.trim();
  }

  /** Drops the oldest recordings until the rest fits. Call it when a recording has grown. */
  trim(): void {
    let bytes = 0;
    for (const recording of this.#recordings.values()) bytes += recording.memory;
    for (const [id, recording] of this.#recordings) {
      if (this.#recordings.size <= this.#most && bytes <= this.#bytes) return;
      this.#recordings.delete(id);
      bytes -= recording.memory;
    }
  }

  clear(): void {
    this.#recordings.clear();
  }
}
