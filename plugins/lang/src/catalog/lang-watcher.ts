import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds of quiet after which a change counts as complete; editors and `git checkout` write in bursts. */
const quiet = 50;

/** Watches the language files of a process in development. It does not keep the process running. */
export class LangWatcher {
  readonly #root: string;
  readonly #onChange: () => Promise<void>;
  #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  /** `root` is the directory of the language files, which need not exist yet. */
  constructor(root: string, onChange: () => Promise<void>) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /**
   * Watches exactly these directories from now on. It renews every watcher, because the system treats a directory that
   * was deleted and created again as a different one.
   */
  watch(folders: readonly string[]): void {
    this.#unwatch();
    if (this.#closed) return;
    const own = basename(this.#root);
    // In the parent directory, only the creation and deletion of this directory matters.
    this.#add(dirname(this.#root), (name) => name === own && this.#schedule());
    for (const folder of folders) this.#add(folder, () => this.#schedule());
  }

  /** Stops watching, and waits for a running reload. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    await this.#running;
  }

  #add(folder: string, onEvent: (name: string | null) => void): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name));
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
    } catch {
      // The directory does not exist, or the system has no watchers left. Its files are then read at the next boot.
    }
  }

  #unwatch(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }

  #schedule(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#running.then(this.#onChange);
    }, quiet);
    this.#timer.unref();
  }
}
