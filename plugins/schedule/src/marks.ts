/**
 * Small notes that all processes of an application share: who does a run, when an entry ran last, who holds an entry. Each step is atomic.
 */
export interface MarkStore {
  /** Writes a note that does not exist; false if it exists. It may be removed after `days`. */
  create(id: string, content: string, days: number): Promise<boolean>;
  /** The content of a note; null if there is none. */
  read(id: string): Promise<string | null>;
  /** Replaces the content of a note if it is `old`; false otherwise. Null removes the note. */
  swap(id: string, old: string, next: string | null): Promise<boolean>;
  /** Rejects if the store does not answer. */
  check(): Promise<void>;
}

/** Notes of one process. */
export class MemoryMarks implements MarkStore {
  readonly #marks = new Map<string, { readonly content: string; readonly until: number }>();

  async create(id: string, content: string, days: number): Promise<boolean> {
    if (this.#marks.has(id)) return false;
    const now = performance.now();
    this.#marks.set(id, { content, until: now + days * 86_400_000 });
    for (const [known, { until }] of this.#marks) {
      // In the order of their making.
      if (until > now) break;
      this.#marks.delete(known);
    }
    return true;
  }

  async read(id: string): Promise<string | null> {
    return this.#marks.get(id)?.content ?? null;
  }

  async swap(id: string, old: string, next: string | null): Promise<boolean> {
    const known = this.#marks.get(id);
    if (known?.content !== old) return false;
    if (next === null) this.#marks.delete(id);
    else this.#marks.set(id, { ...known, content: next });
    return true;
  }

  async check(): Promise<void> {}
}
