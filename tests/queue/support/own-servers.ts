import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionConfig } from '@taproot/database';
import { redis } from '@taproot/redis';
import { freePort } from '../../support/free-port.ts';
import { RedisServer } from '../../throttle/support/redis-server.ts';
import type { Wanted } from './application.ts';

/** A server that a test may kill and start again. */
export interface OwnServer {
  /** The database of jobs, or of their effects. */
  readonly connection: ConnectionConfig;
  /** What an application of the test needs beside the connection. */
  readonly app: Pick<Wanted, 'config' | 'plugins'>;
  /** The same for workers in processes of their own. */
  readonly env: Readonly<Record<string, string>>;
  /** SIGKILL to the server; the files stay. Null for a database without a server. */
  readonly kill: (() => Promise<void>) | null;
  /** Stops its process, or lets it go on. Null where the processes of a server do not stop together. */
  readonly freeze: ((frozen: boolean) => void) | null;
  /** Starts it again after a kill. */
  readonly start: () => Promise<void>;
  /** Ends it, and removes its files. */
  readonly remove: () => Promise<void>;
}

const tmp = (stem: string): string => mkdtempSync(join('/tmp', `taproot-${stem}-`));

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });

/** A file of SQLite. */
export const sqliteFile = (): OwnServer => {
  const folder = tmp('sqlite');
  return {
    connection: { driver: 'sqlite', path: join(folder, 'queue.sqlite') },
    app: {},
    env: {},
    kill: null,
    freeze: null,
    start: () => Promise.resolve(),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly port: number;
  readonly user: { readonly uid?: number; readonly gid?: number };
  readonly connection: ConnectionConfig;
  /** Whether it serves each connection by a process of its own. */
  readonly manyProcesses: boolean;
}

const serve = async ({ command, args, folder, port, user, connection, manyProcesses }: Program): Promise<OwnServer> => {
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(command, args, { ...user, stdio: 'ignore' });
    while (!(await answers(port))) {
      // A server whose last process has not gone yet ends at once.
      if (child.exitCode !== null) child = spawn(command, args, { ...user, stdio: 'ignore' });
      await pause(50);
    }
  };
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    child = null;
    await exited;
  };
  await start();
  const remove = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const freeze = manyProcesses ? null : (frozen: boolean): void => void child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  return { connection, app: {}, env: {}, kill, freeze, start, remove };
};

/** PostgreSQL does not run as root. */
const postgresUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string): number => Number(execFileSync('id', [option, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
};

/** A PostgreSQL of the test's own. */
export const ownPostgres = async (): Promise<OwnServer> => {
  const versions = '/usr/lib/postgresql';
  const bin = join(versions, readdirSync(versions).toSorted().at(-1) ?? '', 'bin');
  const folder = tmp('pgsql');
  const user = postgresUser();
  if (user.uid !== undefined) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...user,
    stdio: 'ignore',
  });
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const connection = { driver: 'pgsql', url: `postgres://postgres@127.0.0.1:${port}/postgres` } as const;
  return serve({ command: join(bin, 'postgres'), args, folder, port, user, connection, manyProcesses: true });
};

/** A MariaDB of the test's own. */
export const ownMariadb = async (): Promise<OwnServer> => {
  const folder = tmp('mysql');
  const data = join(folder, 'data');
  const who = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', ...who, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const args = [
    '--no-defaults',
    ...who,
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 's')}`,
    `--pid-file=${join(folder, 'pid')}`,
  ];
  const connection = { driver: 'mysql', url: `mysql://root@127.0.0.1:${port}/mysql` } as const;
  return serve({ command: 'mariadbd', args, folder, port, user: {}, connection, manyProcesses: false });
};

/** A Redis of the test's own for the jobs, that writes to disk before it answers, and a file of SQLite for outbox and effects. */
export const ownRedis = async (): Promise<OwnServer> => {
  const database = sqliteFile();
  const folder = tmp('redis');
  const server = await RedisServer.start(['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always']);
  const { url } = server;
  return {
    connection: database.connection,
    app: { plugins: [redis({ connections: { default: { url } } })], config: { engine: 'redis', lease: 1 } },
    env: { QUEUE_REDIS: url },
    kill: () => server.kill(),
    freeze: (frozen) => (frozen ? server.freeze() : server.thaw()),
    start: () => server.start(),
    remove: async () => {
      await server.kill();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
