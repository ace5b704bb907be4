import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Application } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';

/** A line of the application's code: an absolute path, line and column. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A fact that the document lacks, because the code does not say it. */
export interface ApiGap {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly place: CodePlace | null;
}

/** One route of the OpenAPI document. */
export interface ApiRoute {
  readonly method: string;
  readonly path: string;
  readonly validations: readonly { readonly rules: Readonly<Record<string, string>>; readonly place: CodePlace }[];
  readonly gaps: readonly ApiGap[];
}

/** The output of `openapi:gaps --routes`. */
export interface ApiFacts {
  readonly routes: readonly ApiRoute[];
  readonly gaps: readonly ApiGap[];
  /** `GET|HEAD /health/live` */
  readonly left_out: readonly string[];
}

/** The state of the reading. `absent` says why there is nothing to read, `failed` why reading failed. */
export type ApiState =
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly facts: ApiFacts };

const seconds = 120;

/** The console of an application; null when it is not installed. */
const consoleOf = (app: Application): string | null => {
  try {
    const main = createRequire(app.path('package.json')).resolve('@taproot/console');
    return join(dirname(main), '..', 'bin', 'taproot.js');
  } catch {
    return null;
  }
};

/** Runs a command of an application at low priority; resolves to what it printed. */
const run = (program: string, args: readonly string[], app: Application, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    // Removes the variables of a node:cluster worker. With them, the command would become a worker, too.
    const { NODE_UNIQUE_ID: _, NODE_CHANNEL_FD: __, ...env } = process.env;
    const child = execFile(
      process.execPath,
      [program, ...args],
      {
        cwd: app.basePath,
        env: { ...env, APP_ENV: app.config.app.env, NO_COLOR: '1' },
        timeout: seconds * 1000,
        maxBuffer: 64 * 1024 * 1024,
        signal,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error((stderr.trim() || error.message).slice(-2000)));
      },
    );
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process may have ended already.
    }
  });

/**
 * Reads rules and gaps with the OpenAPI plugin of the application, at the first call. A separate process does this, because it takes
 * seconds of CPU time.
 */
export class ApiReader {
  readonly #app: Application;
  readonly #end = new AbortController();
  #reading: Promise<ApiState> | null = null;
  #state: ApiState = { kind: 'reading' };

  constructor(app: Application) {
    this.#app = app;
  }

  /** The result so far. */
  get state(): ApiState {
    return this.#missing() ?? this.#state;
  }

  /** Resolves to the result. After a failure, the next call reads again. */
  read(): Promise<ApiState> {
    this.#reading ??= this.#read().finally(() => {
      if (this.#state.kind !== 'read') this.#reading = null;
    });
    return this.#reading;
  }

  close(): void {
    this.#end.abort();
  }

  #missing(): ApiState | null {
    if (this.#app.provided('routeFacts') === null)
      return {
        kind: 'absent',
        reason:
          'Rules are those of recorded requests, and no gaps are known: this application does not have `openapi()` of @taproot/openapi.',
      };
    if (consoleOf(this.#app) !== null) return null;
    return {
      kind: 'absent',
      reason: 'Rules are those of recorded requests, and no gaps are known: @taproot/console is not installed.',
    };
  }

  async #read(): Promise<ApiState> {
    const missing = this.#missing();
    const program = consoleOf(this.#app);
    const command = this.#app.provided('routeFacts');
    if (missing !== null || program === null || command === null) return missing ?? this.#state;
    try {
      const printed = await run(program, command, this.#app, this.#end.signal);
      // The application may have written its own lines before the JSON.
      this.#state = { kind: 'read', facts: JSON.parse(printed.slice(printed.search(/^\{$/m))) as ApiFacts };
      return this.#state;
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }
}
