import type { Logger } from 'pino';
import type { Cleaner } from './clean.ts';
import type { Level } from './config.ts';

/** The subject of a line: a message, or an object whose members the line gets; an error is described. */
export type Said = string | object;

/** A level that lines may have. */
export type LineLevel = Exclude<Level, 'silent'>;

/** The log, or a part of it whose lines have members in common. Writing never throws and never waits. */
export class Log {
  readonly #logger: Logger;
  readonly #cleaner: Cleaner;
  readonly #channels: (name: string) => Level;

  constructor(logger: Logger, cleaner: Cleaner, channels: (name: string) => Level) {
    this.#logger = logger;
    this.#cleaner = cleaner;
    this.#channels = channels;
  }

  /** Writes a line of level `trace`. */
  trace(said: Said, message?: string): void {
    this.write('trace', said, message);
  }

  /** Writes a line of level `debug`. */
  debug(said: Said, message?: string): void {
    this.write('debug', said, message);
  }

  /**
   * Writes a line of level `info`.
   *
   * @example facades.Log(ctx).info({ order: 7, total: 1200 }, 'order placed');
   */
  info(said: Said, message?: string): void {
    this.write('info', said, message);
  }

  /** Writes a line of level `warn`. */
  warn(said: Said, message?: string): void {
    this.write('warn', said, message);
  }

  /** Writes a line of level `error`. */
  error(said: Said, message?: string): void {
    this.write('error', said, message);
  }

  /** Writes a line of level `fatal`. */
  fatal(said: Said, message?: string): void {
    this.write('fatal', said, message);
  }

  /** Writes a line of a level that is known at run time only. */
  write(level: LineLevel, said: Said, message?: string): void {
    if (!this.isEnabled(level)) return;
    if (typeof said === 'string') return this.#logger[level](this.#cleaner.text(said));
    const fields = this.#cleaner.fields(said);
    if (message !== undefined) this.#logger[level](fields, this.#cleaner.text(message));
    else this.#logger[level](fields, messageOf(fields));
  }

  /** Whether lines of this level are written. */
  isEnabled(level: LineLevel): boolean {
    return this.#logger.isLevelEnabled(level);
  }

  /** The same log, whose lines have these members, too. */
  child(bindings: object): Log {
    return new Log(this.#logger.child(this.#cleaner.fields(bindings)), this.#cleaner, this.#channels);
  }

  /** The same log for one subject. Its lines have `channel`, and `log.levels` of config/log.ts may give it a level of its own. */
  channel(name: string): Log {
    const logger = this.#logger.child({ channel: this.#cleaner.text(name) }, { level: this.#channels(name) });
    return new Log(logger, this.#cleaner, this.#channels);
  }
}

const messageOf = ({ error }: Record<string, unknown>): string | undefined => {
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined;
  return typeof message === 'string' ? message : undefined;
};
