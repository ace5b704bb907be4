import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Application } from '@taproot/core';
import { type Fault, faultOf } from './fault.ts';

/** A line of the log, or an error or warning that was passed to `app.report()`. */
export interface Entry {
  readonly at: Date;
  /** `info`, `warn` and so on. */
  readonly level: string;
  readonly message: string;
  /** Empty when it belongs to no request. */
  readonly requestId: string;
  /** The trace id that the client sent; empty without one. */
  readonly traceId: string;
  /** Further members of the line, as JSON values. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The error; null for a line. */
  readonly fault: Fault | null;
}

const mostEntries = 500;
const mostBytes = 4 * 1024 * 1024;

/** The channel of @taproot/log, which has already masked its lines. */
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

/**
 * The last log lines and reports of an application, limited by their number and by their bytes. The hook `app.report` is not
 * tapped: without a tap, errors go to standard error, and they still must.
 */
export class Journal {
  readonly #app: Application;
  readonly #entries: { readonly entry: Entry; readonly bytes: number }[] = [];
  #bytes = 0;
  #reporting = false;

  constructor(app: Application) {
    this.#app = app;
    const report: Application['report'] = app.report.bind(app);
    const heard: Application['report'] = (error, origin) => {
      this.#addReport(error, origin);
      // While the error is reported, lines of the log are ignored: the log writes one for this error too.
      this.#reporting = true;
      try {
        report(error, origin);
      } finally {
        this.#reporting = false;
      }
    };
    Object.defineProperty(app, 'report', { value: heard, configurable: true });
    subscribe(channelName, this.#hear);
  }

  /** From the newest to the oldest. */
  get all(): Entry[] {
    return this.#entries.map(({ entry }) => entry).toReversed();
  }

  close(): void {
    unsubscribe(channelName, this.#hear);
    Reflect.deleteProperty(this.#app, 'report');
  }

  readonly #hear = (message: unknown): void => {
    const { app, line } = message as { readonly app: unknown; readonly line: string };
    if (app === this.#app && !this.#reporting) this.#add(entryOf(line), line.length * 2);
  };

  #addReport(error: unknown, { where, warning, requestId = '' }: Parameters<Application['report']>[1]): void {
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

  #add(entry: Entry, bytes: number): void {
    this.#entries.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#entries.length > mostEntries || (this.#bytes > mostBytes && this.#entries.length > 1))
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }
}
