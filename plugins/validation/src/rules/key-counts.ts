/** How many keys maps have, each counted once. */
export class KeyCounts {
  readonly #known = new Map<object, number>();

  of(map: object): number {
    let count = this.#known.get(map);
    if (count === undefined) {
      count = Object.keys(map).length;
      this.#known.set(map, count);
    }
    return count;
  }
}
