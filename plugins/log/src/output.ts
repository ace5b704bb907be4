import { closeSync, createWriteStream, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { reasonOf } from '@taproot/core/internal';
import { errors } from './errors.ts';

/** Milliseconds after which a file that failed is opened again, at the next line. */
const reopenAfter = 1000;

/** The target of lines. */
export interface OutputInit {
  /** The stream to write to, read for each batch; null while there is none. */
  readonly stream: () => Writable | null;
  /** The most characters that may wait for the reader. */
  readonly most: number;
  /** The line that tells how many lines were dropped. */
  readonly droppedLine: (count: number) => string;
}

/**
 * Writes lines in batches, one for each turn of the event loop. Never waits and never fills the memory: while the reader is blocked, it
 * drops and counts lines. It writes the count as soon as the reader goes on.
 */
export class Output {
  readonly #init: OutputInit;
  #batch = '';
  #dropped = 0;
  #listensTo: Writable | null = null;

  constructor(init: OutputInit) {
    this.#init = init;
  }

  /** Adds a line. It must end in a line break. */
  readonly write = (line: string): void => {
    if (this.#waiting() + line.length > this.#init.most) {
      this.#drop(1);
      return;
    }
    if (this.#batch === '') setImmediate(this.flush);
    this.#batch += line;
  };

  /** Hands all lines over to the stream. */
  readonly flush = (): void => {
    const stream = this.#stream();
    if (stream === null) {
      if (this.#batch !== '') this.#drop(this.#batch.split('\n').length - 1);
      this.#batch = '';
      return;
    }
    if (this.#dropped > 0 && stream.writableLength < this.#init.most / 2) {
      this.#batch = this.#init.droppedLine(this.#dropped) + this.#batch;
      this.#dropped = 0;
    }
    const batch = this.#batch;
    this.#batch = '';
    if (batch !== '') stream.write(batch);
  };

  /** Flushes. Resolves when everything is written, at the latest after this many milliseconds. */
  async end(milliseconds: number): Promise<void> {
    this.flush();
    const stream = this.#stream();
    if (stream === null || stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      stream.once('drain', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #waiting(): number {
    return this.#batch.length + (this.#stream()?.writableLength ?? 0);
  }

  #stream(): Writable | null {
    const stream = this.#init.stream();
    return stream === null || stream.destroyed ? null : stream;
  }

  #drop(count: number): void {
    this.#dropped += count;
    const stream = this.#stream();
    if (stream === null || stream === this.#listensTo) return;
    this.#listensTo = stream;
    stream.once('drain', () => {
      this.#listensTo = null;
      this.flush();
    });
  }
}

/** Whether a file ends within a line, because the disk was full or the process was killed. */
const endsWithinLine = (path: string): boolean => {
  const { size, isFile } = fileAt(path);
  // Opening a pipe to read it would wait for a writer.
  if (!isFile || size === 0) return false;
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last.toString('latin1') !== '\n';
  } finally {
    closeSync(file);
  }
};

const fileAt = (path: string): { readonly size: number; readonly isFile: boolean } => {
  const found = statSync(path, { throwIfNoEntry: false });
  return { size: found?.size ?? 0, isFile: found?.isFile() ?? false };
};

/**
 * A log file. Reports a failure, and opens the file again later. Every line begins where a line begins, also after a line that was cut off.
 * The file may be truncated while it is open, because each write goes to its end.
 */
export class LogFile {
  readonly #path: string;
  readonly #report: (error: unknown) => void;
  #stream: Writable | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @throws E_LOG_FILE when the file is not writable. */
  constructor(path: string, report: (error: unknown) => void) {
    this.#path = path;
    this.#report = report;
    try {
      mkdirSync(dirname(path), { recursive: true });
      closeSync(openSync(path, 'a'));
    } catch (error) {
      throw this.#fault(error);
    }
  }

  readonly stream = (): Writable | null => {
    if (this.#stream !== null || performance.now() - this.#failedAt < reopenAfter) return this.#stream;
    const stream = createWriteStream(this.#path, { flags: 'a' });
    stream.on('error', (error) => this.#failed(stream, error));
    if (this.#isCut()) stream.write('\n');
    return (this.#stream = stream);
  };

  /** Opens the file again at the next line, because it was renamed. Lines that wait still go to the old file. */
  readonly reopen = (): void => {
    this.#stream?.end();
    this.#stream = null;
    this.#failedAt = Number.NEGATIVE_INFINITY;
  };

  /** Closes the file when everything is written. */
  close(): void {
    this.#stream?.end();
  }

  #failed(stream: Writable, error: unknown): void {
    this.#report(this.#fault(error));
    if (stream !== this.#stream) return;
    this.#stream = null;
    this.#failedAt = performance.now();
  }

  #isCut(): boolean {
    try {
      return endsWithinLine(this.#path);
    } catch {
      // The file may be writable and not readable.
      return false;
    }
  }

  #fault(error: unknown): Error {
    const reason = reasonOf(error);
    return errors.E_LOG_FILE({ file: this.#path, reason }, { cause: error });
  }
}
