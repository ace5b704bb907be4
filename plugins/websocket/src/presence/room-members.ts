import type { KnownMember } from './member.ts';

/** The changes of a room since it was written, by id. */
export interface RoomChanges {
  /** Members that this process has. */
  readonly here: ReadonlyMap<string, string>;
  /** Members that it has no more. */
  readonly gone: ReadonlyMap<string, string>;
  /** Ids of members that the store may have already, but that clients may not know. */
  readonly doubted: ReadonlySet<string>;
}

/** `doubt`: the store may have it or not, and clients may know it or not. */
type Change = 'came' | 'went' | 'doubt';

interface Changed {
  readonly json: string;
  readonly change: Change;
}

/** The members of a room that this process has, and those of which the store and the clients do not know yet. */
export class RoomMembers {
  readonly #members = new Map<string, { json: string; count: number }>();
  #changed = new Map<string, Changed>();
  #last: Promise<unknown> = Promise.resolve();
  /** The step that will write the changes of now. */
  #next: Promise<void> | null = null;
  #steps = 0;

  /** The members as JSON. */
  get texts(): string[] {
    return Array.from(this.#members.values(), ({ json }) => json);
  }

  /** Whether this process has no member here, and none that has yet to be written. */
  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#changed.size === 0;
  }

  /** Whether it is empty, and no step runs. */
  get isIdle(): boolean {
    return this.isEmpty && this.#steps === 0;
  }

  /** A connection has come. */
  enter({ id, json }: KnownMember): void {
    const known = this.#members.get(id);
    this.#members.set(id, { json, count: (known?.count ?? 0) + 1 });
    if (known === undefined) this.#change(id, json, 'came');
  }

  /** A connection has ended. Returns whether it was the last one of its member. */
  leave(id: string): boolean {
    const known = this.#members.get(id);
    if (known === undefined || --known.count > 0) return false;
    this.#members.delete(id);
    this.#change(id, known.json, 'went');
    return true;
  }

  /** All members leave. */
  empty(): void {
    for (const [id, { json }] of this.#members) this.#change(id, json, 'went');
    this.#members.clear();
  }

  /** The store may have lost the members. */
  doubt(): void {
    for (const [id, { json }] of this.#members) this.#changed.set(id, { json, change: 'doubt' });
  }

  /** Calls `write` with the changes after the steps before it; changes that come until then are part of it. Rejects when that fails: the changes then stay. */
  settle(write: (changes: RoomChanges) => Promise<void>): Promise<void> {
    if (this.#next !== null) return this.#next;
    this.#steps++;
    const step = this.#last.then(() => {
      this.#next = null;
      return this.#write(write);
    });
    this.#next = step.finally(() => this.#steps--);
    this.#last = step.catch(() => undefined);
    return this.#next;
  }

  async #write(write: (changes: RoomChanges) => Promise<void>): Promise<void> {
    const changed = this.#changed;
    if (changed.size === 0) return;
    this.#changed = new Map();
    const here = new Map<string, string>();
    const gone = new Map<string, string>();
    const doubted = new Set<string>();
    for (const [id, { json, change }] of changed) {
      const known = this.#members.get(id);
      if (known === undefined) gone.set(id, json);
      else here.set(id, known.json);
      if (change === 'doubt') doubted.add(id);
    }
    try {
      await write({ here, gone, doubted });
    } catch (error) {
      for (const [id, { json }] of changed) this.#changed.set(id, { json, change: 'doubt' });
      throw error;
    }
  }

  /** A member that comes and goes between two steps has not changed. */
  #change(id: string, json: string, change: 'came' | 'went'): void {
    const before = this.#changed.get(id);
    if (before?.change === 'doubt') return;
    if (before === undefined || before.change === change) this.#changed.set(id, { json, change });
    else this.#changed.delete(id);
  }
}
