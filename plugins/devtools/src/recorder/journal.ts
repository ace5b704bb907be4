import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Application } from '@taproot/core';
import type { ReportOrigin } from '@taproot/core/plugin';
import { type Fault, faultOf } from './fault.ts';

/** A line of the log, or an error or warning that was passed to `app.report()`. */
export interface Entry {
  readonly at: Date;
  /** `info`, `warn` and so on. */
  readonly level: string;
  readonly message: string;
  /** The id of the request; empty when the entry belongs to no request. */
  readonly requestId: string;
  /** The trace id that the client sent; empty without one. */
  readonly traceId: string;
  /** Further members of the line, as JSON values. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The error; null for a line of the log. */
  readonly fault: Fault | null;
}

const mostEntries = 500;
const mostBytes = 4 * 1024 * 1024;

/** The channel of @taproot/log. It has already masked the lines. */
const channelName = 'taproot:log';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const entryOf = (line: string): Entry => {
  const { time, level, message, requestId, traceId, ...members } = JSON.parse(line) as Record<string, unknown>;
  return {
    at: new Date(textOf(time)),
    level: textOf(level),
    message: textOf(message),
    requestId: textOf(requestId),
    traceId: textOf(traceId),
    members,
    fault: null,
  };
};

/** The last log lines and reports of an application, limited by their number and by their bytes. */
export class Journal {
  readonly #app: Application;
  readonly #entries: { readonly entry: Entry; readonly bytes: number }[] = [];
  #bytes = 0;

  constructor(app: Application) {
    this.#app = app;
    subscribe(channelName, this.#hear);
  }

  /** From the newest to the oldest. */
  get all(): Entry[] {
    return this.#entries.map(({ entry }) => entry).toReversed();
  }

  close(): void {
    unsubscribe(channelName, this.#hear);
  }

  /** Adds an error or warning that was passed to `app.report()`. */
  report(error: unknown, { where, warning, requestId = '' }: ReportOrigin): void {
    const fault = faultOf(error);
    const entry: Entry = {
      at: new Date(),
      level: warning === true ? 'warn' : 'error',
      message: fault.message,
      requestId,
      traceId: '',
      members: { where },
      fault,
    };
    this.#add(entry, 2 * JSON.stringify(entry).length);
  }

  readonly #hear = (message: unknown): void => {
    const { app, line, reported } = message as {
      readonly app: unknown;
      readonly line: string;
      readonly reported: boolean;
    };
    // Skips lines of reports: `report()` adds these with the whole error.
    if (app === this.#app && !reported) this.#add(entryOf(line), line.length * 2);
  };

  #add(entry: Entry, bytes: number): void {
    this.#entries.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#entries.length > mostEntries || (this.#bytes > mostBytes && this.#entries.length > 1))
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }
}
