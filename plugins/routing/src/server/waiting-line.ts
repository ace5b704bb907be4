/** Work that waits in a `WaitingLine`. */
export interface Waiting {
  /** Whether its client has left. Such work is dropped. */
  readonly isGone: boolean;
  /** Answers the client that the work will not be done. */
  refuse(): void;
}

interface Place<Work> {
  readonly work: Work;
  /** When it came, in milliseconds. */
  readonly since: number;
}

/**
 * Work that waits for its turn, in the order of arrival. If even the oldest work waits longer than `maxWait` for `patience` times as long,
 * the line is overloaded until it is empty. Then the newest work goes first, because its client still waits, and old work is refused soon.
 * This is CoDel with a stack, as the library folly has it.
 */
export class WaitingLine<Work extends Waiting> {
  /** Whether more work comes than is done. */
  overloaded = false;
  /** Work that was dropped because its client had left. */
  abandoned = 0;
  /** Without `refuses`: work that would have been refused. */
  late = 0;
  #places: Place<Work>[] = [];
  #first = 0;
  #lateSince: number | null = null;
  readonly #maxWait: number;
  readonly #refuses: boolean;

  /** `maxWait` is in milliseconds. Without `refuses`, the line keeps its order and refuses no work. */
  constructor(maxWait: number, refuses: boolean) {
    this.#maxWait = maxWait;
    this.#refuses = refuses;
  }

  get size(): number {
    return this.#places.length - this.#first;
  }

  add(work: Work, now: number): void {
    this.#places.push({ work, since: now });
  }

  /** Takes the work that is next, or null. During overload it also refuses the work that has waited too long. */
  take(now: number): Work | null {
    this.#judge(now);
    const newest = this.overloaded && this.#refuses;
    let next: Place<Work> | null = null;
    while (next === null && this.size > 0) {
      const place = newest ? (this.#places.pop() as Place<Work>) : this.#shift();
      if (place.work.isGone) this.abandoned++;
      else next = place;
    }
    if (newest) this.#refuseOld(now);
    else if (this.overloaded && next !== null && this.#isOld(next, now)) this.late++;
    if (this.size === 0) this.#recover();
    return next?.work ?? null;
  }

  #judge(now: number): void {
    const oldest = this.#places[this.#first];
    if (oldest === undefined || this.overloaded) return;
    if (now - oldest.since <= this.#maxWait) this.#lateSince = null;
    else if (now - (this.#lateSince ??= now) > this.#maxWait * patience) this.overloaded = true;
  }

  #recover(): void {
    this.#lateSince = null;
    this.overloaded = false;
  }

  #isOld({ since }: Place<Work>, now: number): boolean {
    return now - since >= this.#maxWait * refusedAfter;
  }

  #refuseOld(now: number): void {
    for (let oldest = this.#places[this.#first]; oldest !== undefined; oldest = this.#places[this.#first]) {
      if (!this.#isOld(oldest, now)) return;
      const { work } = this.#shift();
      if (work.isGone) this.abandoned++;
      else work.refuse();
    }
  }

  #shift(): Place<Work> {
    const place = this.#places[this.#first] as Place<Work>;
    this.#first++;
    // Copies the list when half of it is empty, so that each place moves once on average.
    if (this.#first * 2 > this.#places.length) {
      this.#places = this.#places.slice(this.#first);
      this.#first = 0;
    }
    return place;
  }
}

/** How many times `maxWait` the line may be late before it counts as overloaded. */
const patience = 5;
/** The part of `maxWait` after which work is refused during overload. */
const refusedAfter = 0.4;
