/** Something whose doings a test waits for. */
export class Watched {
  readonly #watchers = new Set<() => void>();

  /** Resolves once `holds`; it is asked whenever something was noted. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watch = (): void => {
        if (!holds()) return;
        this.#watchers.delete(watch);
        resolve();
      };
      this.#watchers.add(watch);
      watch();
    });
  }

  /** Takes a note of something, then asks those who wait. */
  protected note(note: () => unknown): true {
    note();
    for (const watch of this.#watchers) watch();
    return true;
  }
}
