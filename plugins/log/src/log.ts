import type { Logger } from 'pino';
import type { Cleaner } from './clean.ts';
import type { Level } from './config.ts';
import { Members } from './members.ts';

/** The subject of a line: a message, or an object whose members the line gets; an error is described. */
export type Said = string | object;

/** A level that lines may have. */
export type LineLevel = Exclude<Level, 'silent'>;

/** The common members of a part's lines, and the least level of the part. */
export interface Part {
  readonly members: Members;
  readonly level: string;
}

const whole: Part = { members: new Members(), level: '' };

/** The log, or a part of the log whose lines have additional members. Writing never throws and never waits. */
export class Log {
  readonly #root: Logger;
  readonly #logger: Logger;
  readonly #cleaner: Cleaner;
  readonly #channels: (name: string) => Level;
  readonly #members: Members;

  constructor(root: Logger, cleaner: Cleaner, channels: (name: string) => Level, part: Part = whole) {
    this.#root = root;
    this.#members = part.members;
    // A child of the root and not of this log, because pino would otherwise write members of both twice.
    this.#logger = part === whole ? root : root.child(part.members.all, { level: part.level });
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

  /** Writes a line whose level is known only at run time. */
  write(level: LineLevel, said: Said, message?: string): void {
    if (!this.isEnabled(level)) return;
    if (typeof said === 'string') return this.#say(level, this.#members.besideMessage, this.#cleaner.text(said));
    const cleaned = this.#cleaner.fields(said);
    const given = message === undefined ? messageOf(cleaned) : this.#cleaner.text(message);
    this.#say(level, this.#members.beside(cleaned, given !== undefined), given);
  }

  /** Whether lines of this level are written. */
  isEnabled(level: LineLevel): boolean {
    return this.#logger.isLevelEnabled(level);
  }

  /**
   * The same log with these members in each line. They replace members of an earlier `child()`. A member with a name of
   * the framework, such as `level` or `requestId`, is written below `said`.
   */
  child(bindings: object): Log {
    return this.#part(this.#members.with(this.#cleaner.fields(bindings)));
  }

  /** The same log for one subject. Its lines have `channel`, and `log.levels` of config/log.ts can set its level. */
  channel(name: string): Log {
    return this.#part(this.#members.withOwn({ channel: this.#cleaner.text(name) }), this.#channels(name));
  }

  #say(level: LineLevel, fields: Readonly<Record<string, unknown>> | null, message: string | undefined): void {
    const logger = this.#logger;
    if (fields === null) logger[level](message);
    else if (message === undefined) logger[level](fields);
    else logger[level](fields, message);
  }

  #part(members: Members, level: string = this.#logger.level): Log {
    return new Log(this.#root, this.#cleaner, this.#channels, { members, level });
  }
}

const messageOf = ({ error }: Record<string, unknown>): string | undefined => {
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined;
  return typeof message === 'string' ? message : undefined;
};
