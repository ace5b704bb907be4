import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Whether processes can be held on one core: only Linux has taskset, and one core cannot be shared out. */
export const canPin = (/** @type {readonly string[]} */ cores) =>
  cores.every((core) => spawnSync('taskset', ['-c', core, 'true']).status === 0);

/** A script of the bench in a process of its own, on a core of its own. It gives one answer to each message. */
export class PinnedProcess {
  #child;

  /**
   * @param {string} file Relative to the bench.
   * @param {readonly string[]} args
   * @param {{ readonly core: string | null, readonly flags?: readonly string[] }} options Flags are for node.
   */
  constructor(file, args, { core, flags = [] }) {
    this.#child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), args, {
      execPath: core === null ? process.execPath : 'taskset',
      execArgv: core === null ? [...flags] : ['-c', core, process.execPath, ...flags],
      // What a server says when it starts is no part of the results.
      stdio: ['ignore', 'ignore', 2, 'ipc'],
      // Nothing of the shell it was started from may slow one side or change what it does.
      env: { PATH: process.env.PATH, NODE_ENV: 'production', APP_ENV: 'production' },
    });
  }

  /** Sends a message and waits for its answer; rejects when the process ends instead. */
  async ask(/** @type {unknown} */ message) {
    this.#child.send(/** @type {import('node:child_process').Serializable} */ (message));
    return this.answer();
  }

  /** The next answer. */
  async answer() {
    const gone = new AbortController();
    const ended = once(this.#child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`${this.#child.spawnargs.join(' ')} ended with ${code}.`);
    });
    const answered = once(this.#child, 'message', { signal: gone.signal });
    try {
      return /** @type {unknown} */ ((await Promise.race([answered, ended]))[0]);
    } finally {
      gone.abort();
      for (const loser of [answered, ended]) loser.catch(() => undefined);
    }
  }

  /** Ends the process and waits until it has. */
  async close() {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
