import type { FrameworkError } from '@taproot/core';
import { type Migration, sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';

type Db = Connection['db'];

/** Seconds between two notices. */
const interval = 5;

interface Holder {
  readonly id: number;
  readonly place: string | null;
  readonly application: string | null;
}

// The locks are those of kysely, so that a process with an older version of Taproot is found, too.
const holders = {
  pgsql: sql<Holder>`
    select activity.pid as id, host(client_addr) as place, application_name as application
    from pg_locks as locks join pg_stat_activity as activity on activity.pid = locks.pid
    where locks.locktype = 'advisory' and locks.granted and locks.objsubid = 1
      and locks.database = (select oid from pg_database where datname = current_database())
      and (locks.classid::bigint << 32) | locks.objid::bigint = 3853314791062309107`,
  mysql: sql<Holder>`
    select id, host as place, user as application from information_schema.processlist
    where id = is_used_lock('ea586330-2c93-47c8-908d-981d9d270f9d')`,
};

/** Says every few seconds what a run of migrations waits for, because it has no time limit. */
export class MigrationWatch {
  readonly #connection: Connection;
  readonly #db: Db;
  readonly #warn: (notice: FrameworkError) => void;
  #begun = performance.now();
  /** The migration that runs; null while another process has the lock. */
  #running: string | null = null;

  constructor(connection: Connection, db: Db, warn: (notice: FrameworkError) => void) {
    this.#connection = connection;
    this.#db = db;
    this.#warn = warn;
  }

  /** The same migrations, whose begin this watch notices. */
  watched(migrations: Readonly<Record<string, Migration>>): Record<string, Migration> {
    const watch = (name: string, migration: Migration): Migration => {
      const begin = async (step: 'up' | 'down', db: Db): Promise<void> => {
        this.#running = name;
        this.#begun = performance.now();
        await migration[step]?.(db);
      };
      const up = (db: Db) => begin('up', db);
      // kysely skips a migration without this function.
      return migration.down === undefined ? { up } : { up, down: (db: Db) => begin('down', db) };
    };
    return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, watch(name, migration)]));
  }

  /** Gives notices until `work` has ended. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isLooking = false;
    const look = async (): Promise<void> => {
      // Several looks would take the connections that the migrations need.
      if (isLooking) return;
      isLooking = true;
      // A server that does not say who has the lock is no reason to end the work.
      await this.#look().catch(() => undefined);
      isLooking = false;
    };
    const timer = setInterval(() => void look(), interval * 1000);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  async #look(): Promise<void> {
    const holder = this.#running === null ? await this.#holder() : '';
    const { name: connection } = this.#connection;
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    // It may have begun in the meantime.
    const running = this.#running;
    if (running === null) this.#warn(errors.E_MIGRATION_WAITING({ connection, seconds, holder }));
    else this.#warn(errors.E_MIGRATION_RUNNING({ migration: running, connection, seconds }));
  }

  async #holder(): Promise<string> {
    const { driver } = this.#connection.settings;
    if (driver === 'sqlite') return 'another process that writes the file';
    const [holder] = (await holders[driver].execute(this.#db)).rows;
    if (holder === undefined) return 'another process';
    const { id, place, application } = holder;
    const by = application === null || application === '' ? '' : ` (${application})`;
    return `the connection ${id} from ${place ?? 'the same machine'}${by}`;
  }
}
