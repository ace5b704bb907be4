import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

type Tally = ReadonlyMap<string, number>;

// What the wait itself needs, and what closes when the process does.
const ownKinds = new Set(['Immediate', 'TTYWrap', 'PipeWrap']);

const count = (names: readonly string[]): Tally => {
  const tally = new Map<string, number>();
  for (const name of names) tally.set(name, (tally.get(name) ?? 0) + 1);
  return tally;
};

const active = (): Tally =>
  count([
    ...process.getActiveResourcesInfo().filter((kind) => !ownKinds.has(kind)),
    ...process
      .eventNames()
      .flatMap((event) => process.listeners(event as 'exit').map(() => `process.on('${String(event)}')`)),
  ]);

/** What keeps the process alive, or listens to it, at one moment. */
export class Resources {
  readonly #before: Tally;

  private constructor(before: Tally) {
    this.#before = before;
  }

  /** What is there now, once what has just ended is gone. */
  static async now(): Promise<Resources> {
    for (let turns = 0; turns < 5; turns++) await turn();
    return new Resources(active());
  }

  /** What is there now and was not, by kind. */
  added(): string[] {
    return [...active()].flatMap(([kind, now]) => {
      const more = now - (this.#before.get(kind) ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
  }

  /** The same, once closing has had `milliseconds` to take effect: a socket is gone some turns after its end. */
  async left(milliseconds = 2000): Promise<string[]> {
    const deadline = performance.now() + milliseconds;
    for (let turns = 0; this.added().length > 0 && performance.now() < deadline; turns++) {
      // What takes longer than a few turns waits for others, who need the processor.
      if (turns > 20) await pause(10);
      await turn();
    }
    return this.added();
  }
}
