import { isAbsolute, join } from 'node:path';
import type { Application } from '@taproot/core';
import { hasRedis } from '@taproot/core/internal';
import { didYouMean, openRedis, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import { Claims } from './claims.ts';
import { type Clock, realClock } from './clock.ts';
import { checkConfig } from './config.ts';
import type { ScheduledEntry } from './entry.ts';
import { errors } from './errors.ts';
import { type MarkStore, MemoryMarks } from './marks.ts';
import { FileMarks } from './stores/file-marks.ts';
import { RedisMarks } from './stores/redis-marks.ts';
import { RowMarks } from './stores/row-marks.ts';
import type { Times } from './times.ts';

/** A run as a fake keeps it. */
export interface KeptRun {
  readonly name: string;
  readonly plannedAt: Date;
}

/** The schedule of one application: its entries and its store. */
export class ScheduleRuntime {
  readonly app: Application;
  readonly report: SparseReport;
  /** The time; a test puts another one in its place. */
  clock: Clock = realClock;
  /** Called with each run that begins; for tests. */
  begun: ((run: KeptRun) => void) | null = null;
  #all: ScheduledEntry[] = [];
  #byName: ReadonlyMap<string, ScheduledEntry> | null = null;
  #marks: MarkStore | null = null;
  #claims: Claims | null = null;

  constructor(app: Application) {
    checkConfig(app.config.schedule);
    this.app = app;
    this.report = sparseReport((error) => app.report(error, { where: 'schedule' }));
  }

  /** Adds an entry. */
  add(entry: ScheduledEntry): void {
    if (this.isFixed) throw errors.E_SCHEDULE_LATE({ name: entry.entryName });
    this.#all.push(entry);
  }

  /** Whether the application has booted. */
  get isFixed(): boolean {
    return this.#byName !== null;
  }

  /** Checks the entries, once all are there. Throws `E_SCHEDULE_DUPLICATE` and `E_SCHEDULE_NEVER`. */
  fix(): void {
    const byName = new Map<string, ScheduledEntry>();
    for (const entry of this.#all) {
      const { entryName: name, place } = entry;
      const first = byName.get(name);
      if (first !== undefined)
        throw errors.E_SCHEDULE_DUPLICATE({ name, first: String(first.place), second: String(place) });
      const never = (reason: string): Error => errors.E_SCHEDULE_NEVER({ name, place: String(place), reason });
      if (entry.text === null) throw never('does not say when it runs');
      if (this.timesOf(entry).next(this.clock.now()) === null) throw never('has no time that ever comes');
      byName.set(name, entry);
    }
    this.#byName = byName;
  }

  /** All entries, in the order of their declaration. */
  get entries(): readonly ScheduledEntry[] {
    return this.#all;
  }

  /** The entries that run in this environment. */
  get active(): readonly ScheduledEntry[] {
    return this.#all.filter(({ onlyIn }) => onlyIn?.includes(this.app.config.app.env) ?? true);
  }

  /** The entry of this name. Throws `E_SCHEDULE_UNKNOWN`. */
  find(name: string): ScheduledEntry {
    const entry = this.#byName?.get(name);
    if (entry !== undefined) return entry;
    throw errors.E_SCHEDULE_UNKNOWN({ name, hint: didYouMean(name, this.#byName?.keys() ?? []) });
  }

  timesOf(entry: ScheduledEntry): Times {
    return entry.times(this.app.config.schedule.timezone);
  }

  /** The time zone of an entry. */
  zoneOf({ zone }: ScheduledEntry): string {
    return zone ?? this.app.config.schedule.timezone;
  }

  /** Where processes agree. Throws if the application lacks what it needs. */
  get marks(): MarkStore {
    this.#marks ??= this.#open();
    return this.#marks;
  }

  get claims(): Claims {
    this.#claims ??= new Claims(this.marks);
    return this.#claims;
  }

  #open(): MarkStore {
    const { app } = this;
    const { store, connection, folder, redis } = app.config.schedule;
    const rows = app.provided('rows');
    const chosen = store ?? (hasRedis(app, redis.connection) ? 'redis' : rows !== null ? 'database' : 'files');
    if (chosen === 'memory') return new MemoryMarks();
    if (chosen === 'files') return new FileMarks(isAbsolute(folder) ? folder : join(app.basePath, folder));
    if (chosen === 'redis') return new RedisMarks(openRedis(app, 'schedule.store', redis.connection), redis.prefix);
    if (rows === null) throw errors.E_SCHEDULE_DATABASE();
    return new RowMarks(rows(connection), (cause) => this.report(errors.E_SCHEDULE_OUTAGE({ cause })));
  }
}

/** The schedule of an application. */
export const scheduleOf = perApp((app) => new ScheduleRuntime(app));
