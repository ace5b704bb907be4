import type { LockEngine } from './lock-engine.ts';

interface Held {
  readonly token: string;
  /** Milliseconds on the monotonic clock. */
  until: number;
}

interface Kept {
  readonly text: string;
  readonly until: number;
}

/** Old replies are removed each time this many were added. */
const sweepEach = 1000;

/** Locks of one process. */
export class MemoryEngine implements LockEngine {
  readonly #held = new Map<string, Held>();
  readonly #kept = new Map<string, Kept>();
  #fence = 0;
  #added = 0;

  async acquire(name: string, token: string, lease: number): Promise<number | null> {
    const now = performance.now();
    const held = this.#held.get(name);
    if (held !== undefined && held.until > now) return null;
    this.#held.set(name, { token, until: now + lease });
    // The clock, so that fences also rise over a restart.
    this.#fence = Math.max(this.#fence + 1, Date.now() * 1000);
    return this.#fence;
  }

  async renew(name: string, token: string, lease: number): Promise<boolean> {
    const held = this.#holding(name, token);
    if (held !== null) held.until = performance.now() + lease;
    return held !== null;
  }

  async release(name: string, token: string): Promise<void> {
    if (this.#held.get(name)?.token === token) this.#held.delete(name);
  }

  async read(name: string): Promise<string | null> {
    const kept = this.#kept.get(name);
    return kept === undefined || kept.until <= performance.now() ? null : kept.text;
  }

  async keep(name: string, token: string, text: string, ttl: number): Promise<boolean> {
    if (this.#holding(name, token) === null) return false;
    this.#kept.set(name, { text, until: performance.now() + ttl });
    if (++this.#added % sweepEach === 0) this.#sweep();
    return true;
  }

  async check(): Promise<void> {}

  #holding(name: string, token: string): Held | null {
    const held = this.#held.get(name);
    return held !== undefined && held.token === token && held.until > performance.now() ? held : null;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [name, { until }] of this.#kept) if (until <= now) this.#kept.delete(name);
  }
}
