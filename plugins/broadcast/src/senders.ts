/** The number of senders whose last event is remembered. */
const most = 5000;

/**
 * The last number of every sender. A sender without an answer from Redis sends its events again, so a number may come twice. A number
 * that is left out was lost, for example by a Redis that failed over.
 */
export class Senders {
  readonly #last = new Map<string, { readonly number: number; readonly round: number }>();
  #round = 0;

  /** The count of missing numbers before this one, or -1 if this number is not new. */
  check(sender: string, number: number): number {
    const last = this.#last.get(sender);
    if (last !== undefined && number <= last.number) return -1;
    // The first key belongs to the sender that was silent for longest.
    this.#last.delete(sender);
    this.#last.set(sender, { number, round: this.#round });
    const [first] = this.#last.keys();
    if (this.#last.size > most && first !== undefined) this.#last.delete(first);
    return last === undefined || last.round !== this.#round ? 0 : number - last.number - 1;
  }

  /** Entries were missed and are already counted: the numbers that they had are no further loss. */
  forgive(): void {
    this.#round++;
  }
}
