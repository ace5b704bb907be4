import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { MarkStore } from './marks.ts';

/** Days for which a run stays claimed: a clock may be set back by less than that. */
const claimDays = 40;

/** Days for which the last run of an entry is remembered. */
const seenDays = 3660;

/** Milliseconds after which an entry that shows no sign of life is taken for one of a killed process, and those between two signs. */
const [lease, often] = [30_000, 2000];

/** An entry that this process holds, so that no other run of it begins. */
export interface Held {
  /** Gives it back. Resolves to false if it was lost in the meantime. */
  release(): Promise<boolean>;
}

/** Who does which run: the notes of a store, with meaning. */
export class Claims {
  readonly #marks: MarkStore;
  readonly #token = randomUUID();
  /** Runs that this process has begun. */
  readonly #begun = new Set<string>();

  constructor(marks: MarkStore) {
    this.#marks = marks;
  }

  /** Whether this process does the run. Of all processes, one gets true. */
  async claim(name: string, planned: number): Promise<boolean> {
    const id = runOf(name, planned);
    if (this.#begun.has(id)) return false;
    // A note of this process that it does not know of: the answer to an earlier attempt was lost.
    const isOurs =
      (await this.#marks.create(id, this.#token, claimDays)) || (await this.#marks.read(id)) === this.#token;
    if (!isOurs || this.#begun.has(id)) return false;
    this.#begun.add(id);
    // The oldest one: a set keeps the order in which it was filled.
    for (const oldest of this.#begun) {
      if (this.#begun.size <= 10_000) break;
      this.#begun.delete(oldest);
    }
    return true;
  }

  /** Whether a process did the run. */
  async isClaimed(name: string, planned: number): Promise<boolean> {
    return (await this.#marks.read(runOf(name, planned))) !== null;
  }

  /** Whether this process reports that a run was missed. Of all processes, one gets true. */
  isReporter(name: string, planned: number): Promise<boolean> {
    return this.#marks.create(`missed:${name}:${planned / 1000}`, this.#token, claimDays);
  }

  /**
   * The time up to which the runs of an entry are known: its last run. An entry that is new, or whose times are new, begins now. A time in the
   * future is that of a clock that was wrong.
   */
  async seen(name: string, times: string, now: number): Promise<number> {
    const id = `entry:${name}`;
    for (;;) {
      if (await this.#marks.create(id, `${now} ${times}`, seenDays)) return now;
      const known = await this.#marks.read(id);
      if (known === null) continue;
      const [at, knownTimes] = cut(known);
      if (knownTimes === times) return Math.min(at, now);
      if (await this.#marks.swap(id, known, `${now} ${times}`)) return now;
    }
  }

  /** Remembers the last run of an entry. */
  async note(name: string, times: string, planned: number): Promise<void> {
    const id = `entry:${name}`;
    const known = await this.#marks.read(id);
    if (known === null) await this.#marks.create(id, `${planned} ${times}`, seenDays);
    else if (known !== `${planned} ${times}`) await this.#marks.swap(id, known, `${planned} ${times}`);
  }

  /** The last run of an entry; null if it never ran. */
  async last(name: string): Promise<number | null> {
    const known = await this.#marks.read(`entry:${name}`);
    return known === null ? null : cut(known)[0];
  }

  /**
   * Holds an entry; null while another run of it goes on. A holder gives signs of life; whether they come is measured on the clock of this
   * process alone, so wrong clocks do no harm. `lost` is called when another process took the entry away.
   */
  async hold(name: string, lost: () => void, signal: AbortSignal): Promise<Held | null> {
    const id = `hold:${name}`;
    const token = randomUUID();
    let content = `0 ${token}`;
    for (;;) {
      if (await this.#marks.create(id, content, seenDays)) break;
      const seen = await this.#marks.read(id);
      if (seen === null) continue;
      if (await this.#isAlive(id, seen, signal)) return null;
      if (await this.#marks.swap(id, seen, content)) break;
    }
    let beats = 0;
    let changing: Promise<boolean> = Promise.resolve(true);
    const change = (next: string | null): Promise<boolean> => {
      changing = changing.then(async (isHeld) => {
        if (!isHeld || !(await this.#marks.swap(id, content, next))) return false;
        content = next ?? content;
        return true;
      });
      return changing;
    };
    const timer = setInterval(() => {
      const beating = change(`${++beats} ${token}`);
      beating.then(
        (isHeld) => {
          if (!isHeld) lost();
        },
        // The store is away: the entry may be lost. The next sign is tried again.
        () => void (changing = Promise.resolve(true)),
      );
    }, often);
    timer.unref();
    return {
      release: () => {
        clearInterval(timer);
        return change(null);
      },
    };
  }

  async #isAlive(id: string, seen: string, signal: AbortSignal): Promise<boolean> {
    for (const until = performance.now() + lease; performance.now() < until; ) {
      await wait(250, undefined, { signal });
      if ((await this.#marks.read(id)) !== seen) return true;
    }
    return false;
  }
}

const runOf = (name: string, planned: number): string => `run:${name}:${planned / 1000}`;

const cut = (content: string): readonly [at: number, times: string] => {
  const space = content.indexOf(' ');
  return [Number(content.slice(0, space)), content.slice(space + 1)];
};
