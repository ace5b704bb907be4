import { errors } from '../errors/errors.ts';

// Node fires a timer of more than 2^31 - 1 ms at once.
const longest = 2 ** 31 - 1;

const watches = new Set<BootWatch>();

/**
 * Limits the time that `boot()` takes in code of its own. While it boots an application, each plugin has a deadline, so this clock stands
 * still. Afterwards the limit is `app.boot_timeout` of that application.
 */
class BootWatch {
  /** Rejects with `E_BOOT_STALLED` when the time is over. */
  readonly over: Promise<never>;
  #fail: (error: Error) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    this.over = new Promise((_resolve, reject) => (this.#fail = reject));
    this.begin(seconds);
    watches.add(this);
  }

  begin(seconds: number): void {
    clearTimeout(this.#timer);
    // Does not keep the process running: if nothing else does, Node itself reports the promise that never settles.
    const fail = (): void => this.#fail(errors.E_BOOT_STALLED({ seconds }));
    this.#timer = setTimeout(fail, Math.min(seconds * 1000, longest)).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.stop();
    watches.delete(this);
  }
}

/** Settles as `boot` does, or rejects with `E_BOOT_STALLED`. `seconds` limits the code of `boot` before it has an application. */
export const watchBoot = async <Value>(boot: () => Promise<Value>, seconds: number): Promise<Value> => {
  const watch = new BootWatch(seconds);
  try {
    return await Promise.race([boot(), watch.over]);
  } finally {
    watch.end();
  }
};

/** Stops the clock of each `boot()`, because an application boots. */
export const pauseBootWatches = (): void => {
  for (const watch of watches) watch.stop();
};

/** Starts the clock of each `boot()` again with this limit in seconds, because its application has booted. */
export const resumeBootWatches = (seconds: number): void => {
  for (const watch of watches) watch.begin(seconds);
};
