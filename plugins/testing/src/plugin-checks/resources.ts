import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';

// In runners with a separate realm, tests get a copy of `process` that does not emit `worker`.
const mainProcess = runInThisContext('process') as NodeJS.Process;

type Tally = ReadonlyMap<string, number>;

// Resources that the waiting itself needs, and resources that close with the process.
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

/** The resources and listeners that keep the process running at one moment. */
export class Resources {
  readonly #before: Tally;
  // Node does not list worker threads among the active resources.
  readonly #workers: Worker[] = [];
  readonly #notice = (worker: Worker): void => void this.#workers.push(worker);

  private constructor() {
    mainProcess.on('worker', this.#notice);
    this.#before = active();
  }

  /** The current resources, without those that are just closing. */
  static async now(): Promise<Resources> {
    for (let turns = 0; turns < 5; turns++) await turn();
    return new Resources();
  }

  /** The new resources, by kind. */
  added(): string[] {
    const more = [...active()].flatMap(([kind, now]) => {
      const more = now - (this.#before.get(kind) ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
    // A worker that has ended has the number -1.
    const workers = this.#workers.filter(({ threadId }) => threadId !== -1);
    return workers.length === 0 ? more : [...more, `${workers.length} Worker`];
  }

  /** The resources that are left after at most `milliseconds`, because a socket disappears only some turns after its end. */
  async left(milliseconds = 2000): Promise<string[]> {
    const deadline = performance.now() + milliseconds;
    // An application may open and close in one turn, but Node reports a new worker only in the next.
    await turn();
    for (let turns = 0; this.added().length > 0 && performance.now() < deadline; turns++) {
      // After a few turns it waits longer, so that others get the processor.
      if (turns > 20) await pause(10);
      await turn();
    }
    const added = this.added();
    mainProcess.off('worker', this.#notice);
    return added;
  }
}
