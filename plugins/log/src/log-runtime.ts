import cluster from 'node:cluster';
import { channel } from 'node:diagnostics_channel';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { type Application, type Context } from '@taproot/core';
import { currentWork, reportToConsole, type WorkScope } from '@taproot/core/internal';
import { perApp, type ReportOrigin } from '@taproot/core/plugin';
import { pathMask } from '@taproot/routing/internal';
import { hearPrimary } from '@taproot/workers/protocol';
import type { Logger } from 'pino';
import { Cleaner } from './clean.ts';
import { checkConfig, type Level } from './config.ts';
import { Log } from './log.ts';
import { Members } from './members.ts';
import { openPino } from './open-pino.ts';
import { LogFile, Output } from './output.ts';
import { pretty } from './pretty.ts';
import { RequestLines, traceIdIn, traceIdOf } from './request-lines.ts';
import { writeWorkLines } from './work-lines.ts';

/** How many milliseconds a closing application waits for a slow reader of its log. */
const patience = 1000;

const ignore = (): void => undefined;

/** For tools such as devtools: each line as masked JSON, its application, and whether it comes from a report. */
const lines = channel('taproot:log');

/** The number of open logs in this process. They share its streams, so the last one closes them. */
let openLogs = 0;

/** Calls `reopen` at SIGUSR2, and in a worker when its primary got the signal. Call the returned function to stop. */
const reopenBySignal = (reopen: () => void): (() => void) => {
  // Windows has no such signal.
  if (process.platform === 'win32') return ignore;
  process.on('SIGUSR2', reopen);
  const deafen = cluster.isWorker
    ? hearPrimary((message) => {
        if (message.taproot === 'reopen') reopen();
      })
    : ignore;
  return () => {
    process.off('SIGUSR2', reopen);
    deafen();
  };
};

/** The log of one application. The plugin opens and closes it. */
export class LogRuntime {
  readonly #app: Application;
  readonly #cleaner: Cleaner;
  readonly #output: Output;
  readonly #file: LogFile | null;
  /** By context, and by origin of work. */
  readonly #logs = new WeakMap<object, Log>();
  /** Where lines go instead of a stream; for tests. */
  sink: ((line: string) => void) | null = null;
  #standard: Writable = process.stderr;
  #pino: Logger | null = null;
  #root: Log | null = null;
  /** Whether the current line comes from a report. */
  #reporting = false;
  #path = (path: string): string => path;
  #stopReopening: () => void = ignore;

  constructor(app: Application) {
    const { log: config } = app.config;
    checkConfig(config);
    this.#app = app;
    this.#cleaner = new Cleaner(config.secrets);
    const path = config.file === null ? null : resolve(app.basePath, config.file);
    const report = (error: unknown): void => {
      if (config.format === 'json') reportToConsole(error, { where: 'log' }, false);
      else process.stderr.write(`${String(error)}\n`);
    };
    this.#file = path === null || !config.enabled ? null : new LogFile(path, report);
    this.#output = new Output({
      stream: this.#file?.stream ?? (() => this.#standard),
      most: config.max_buffer,
      droppedLine: (count) => this.#lineOf(`${count} lines were dropped, because nobody read the log.`),
    });
  }

  /**
   * The log of the application. With a context, the log of that request: its lines have the request's id. Within work of a channel, they have
   * the id of the request from which the work comes.
   */
  readonly log = (ctx?: Context | null): Log => {
    const root = (this.#root ??= new Log(this.#logger, this.#cleaner, this.#levelOf));
    if (ctx === undefined || ctx === null) {
      const scope = currentWork();
      return scope === undefined ? root : (this.#ofWork(scope) ?? root);
    }
    const known = this.#logs.get(ctx);
    if (known !== undefined) return known;
    const traceId = traceIdOf(ctx);
    const made = this.#part({ requestId: ctx.request().id(), ...(traceId === undefined ? {} : { traceId }) });
    this.#logs.set(ctx, made);
    return made;
  };

  /** From now on lines go to standard output. Before, and in commands of the console, they go to standard error. */
  serve(): void {
    this.#output.flush();
    this.#standard = process.stdout;
  }

  /** Ignores errors of the standard streams, such as a reader that has left. They would end the process. */
  open(): void {
    openLogs++;
    if (openLogs === 1) for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore);
    process.on('exit', this.#output.flush);
    if (this.#file !== null) this.#stopReopening = reopenBySignal(this.#reopen);
  }

  readonly #reopen = (): void => {
    // Lines that were written before belong to the old file.
    this.#output.flush();
    this.#file?.reopen();
  };

  /** Creates the lines of requests, after the routes are known. */
  requestLines(): RequestLines {
    const { sample, headers } = this.#app.config.log;
    const isSecret = (name: string): boolean => this.#cleaner.isSecret(name);
    this.#path = pathMask(this.#app.facades.Route().getRoutes(), isSecret);
    const logger = this.#logger.child({}, { level: this.#levelOf('http') });
    return new RequestLines({ logger, cleaner: this.#cleaner, sample, headers, path: this.#path });
  }

  /** Writes lines of the work that plugins trace. Call the returned function to stop. */
  workLines(): () => void {
    const logger = (channel: string): Logger => this.#logger.child({}, { level: this.#levelOf(channel) });
    return writeWorkLines({ app: this.#app, cleaner: this.#cleaner, logger });
  }

  /** Writes an error that was reported. */
  report(error: unknown, { warning, path, ...origin }: ReportOrigin): void {
    const { message, ...fields } = this.#cleaner.error(error);
    const place = path === undefined ? origin : { ...origin, path: this.#path(path) };
    this.#reporting = true;
    try {
      this.#logger[warning ? 'warn' : 'error']({ ...place, ...fields }, String(message));
    } finally {
      this.#reporting = false;
    }
  }

  /** Writes what is waiting. */
  async close(): Promise<void> {
    await this.#output.end(patience);
    this.#file?.close();
    process.off('exit', this.#output.flush);
    this.#stopReopening();
    openLogs--;
    if (openLogs === 0) for (const stream of [process.stdout, process.stderr]) stream.off('error', ignore);
  }

  /** The log with additional members that no logged object may replace. */
  /** The log of work that comes from a request or a trace; null for other work. */
  #ofWork({ app, origin }: WorkScope): Log | null {
    if (app !== null && app !== this.#app) return null;
    const { requestId } = origin;
    const traceId = traceIdIn(origin.trace['traceparent'] ?? '');
    // The id of a request is known once its context exists.
    if (requestId === '' && (traceId === undefined || app === null)) return null;
    const known = this.#logs.get(origin);
    if (known !== undefined) return known;
    const made = this.#part({
      ...(requestId === '' ? {} : { requestId }),
      ...(traceId === undefined ? {} : { traceId }),
    });
    this.#logs.set(origin, made);
    return made;
  }

  #part(own: Readonly<Record<string, string>>): Log {
    const logger = this.#logger;
    return new Log(logger, this.#cleaner, this.#levelOf, { members: new Members(own), level: logger.level });
  }

  readonly #levelOf = (channel: string): Level => {
    const { level, levels, enabled } = this.#app.config.log;
    return enabled ? (levels[channel] ?? (level as Level)) : 'silent';
  };

  get #logger(): Logger {
    const { level, enabled } = this.#app.config.log;
    return (this.#pino ??= openPino(enabled ? level : 'silent', this.#write));
  }

  readonly #write = (line: string): void => {
    if (lines.hasSubscribers) lines.publish({ app: this.#app, line, reported: this.#reporting });
    (this.sink ?? this.#output.write)(this.#formatted(line));
  };

  #formatted(line: string): string {
    if (this.#app.config.log.format === 'json') return line;
    return pretty(line, this.#file === null && 'isTTY' in this.#standard && this.#standard.isTTY === true);
  }

  #lineOf(message: string): string {
    return this.#formatted(
      `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), where: 'log', message })}\n`,
    );
  }
}

/** The log of an application. */
export const logOf = perApp((app) => new LogRuntime(app));
