import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';

/** A folder of a server of the test's own. */
const folderFor = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o777);
  return folder;
};

/** Database servers refuse to run as root, so they run as the user that their package has made. */
const asUser = (user: string, command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', user, '--', command, ...args]] : [command, [...args]];

const call = (user: string, command: string, args: readonly string[]): string => {
  const [program, all] = asUser(user, command, args);
  return execFileSync(program, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: tmpdir() });
};

/** Waits until a check succeeds, at most a minute. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let wait = 0; wait < 1200; wait++) {
    try {
      if (await holds()) return;
    } catch {
      // Not yet.
    }
    await pause(50);
  }
  throw new Error('A server of the test did not become ready within a minute.');
};

const pgFolder = '/usr/lib/postgresql';

const pgBin = (name: string): string => {
  const [version = ''] = readdirSync(pgFolder).toSorted((one, other) => Number(other) - Number(one));
  return join(pgFolder, version, 'bin', name);
};

/** A PostgreSQL of the test's own. */
export class PgServer {
  readonly port: number;
  readonly #folder: string;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** A new primary, with the database `test` of the user `test`, without a password. */
  static async primary(): Promise<PgServer> {
    const server = new PgServer(folderFor('pg'), await freePort());
    call('postgres', pgBin('initdb'), ['-D', join(server.#folder, 'data'), '-A', 'trust', '-U', 'test', '--no-sync']);
    await server.start();
    server.query('create database test', 'postgres');
    return server;
  }

  /** A standby of this server. */
  async standby(): Promise<PgServer> {
    const server = new PgServer(folderFor('pg'), await freePort());
    const data = join(server.#folder, 'data');
    call('postgres', pgBin('pg_basebackup'), [
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      '-U',
      'test',
      '-D',
      data,
      '-R',
      '-c',
      'fast',
      '-X',
      'stream',
    ]);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=50`;
    const data = join(this.#folder, 'data');
    call('postgres', pgBin('pg_ctl'), ['-D', data, '-o', options, '-l', join(this.#folder, 'log'), '-w', 'start']);
    await until(() => this.query('select 1', 'postgres') === '1');
  }

  /** Ends the server. `fast` sends everything to the standby before, `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): void {
    call('postgres', pgBin('pg_ctl'), ['-D', join(this.#folder, 'data'), '-m', mode, '-w', 'stop']);
  }

  /** Makes a standby the primary. */
  promote(): void {
    call('postgres', pgBin('pg_ctl'), ['-D', join(this.#folder, 'data'), '-w', 'promote']);
  }

  /** The first value that a query gives. */
  query(text: string, database = 'test'): string {
    const args = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'test', '-d', database, '-Atqc', text];
    return execFileSync(pgBin('psql'), args, { encoding: 'utf8' }).trim();
  }

  close(): void {
    try {
      this.stop('immediate');
    } catch {
      // Stopped already.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A process of the test's own, which can be killed and started again. */
class Server {
  readonly port: number;
  readonly folder: string;
  readonly #command: () => [string, string[]];
  #child: ChildProcess | null = null;

  constructor(folder: string, port: number, command: () => [string, string[]]) {
    this.folder = folder;
    this.port = port;
    this.#command = command;
  }

  start(): void {
    const [program, args] = this.#command();
    this.#child = spawn(program, args, { stdio: 'ignore', cwd: tmpdir() });
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A MariaDB of the test's own, with the database `test` of root, without a password. */
export const mariaDb = async (): Promise<Server> => {
  const folder = folderFor('mariadb');
  const port = await freePort();
  const own = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync('mariadb-install-db', [...own, ...user, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    stdio: 'ignore',
  });
  const server = new Server(folder, port, () => [
    'mariadbd',
    [
      ...own,
      ...user,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
    ],
  ]);
  server.start();
  const client = (text: string) =>
    execFileSync('mariadb', ['--no-defaults', '-u', 'root', `--socket=${join(folder, 'socket')}`, '-e', text], {
      stdio: 'ignore',
    });
  await until(() => {
    client('create database if not exists test');
    return true;
  });
  return server;
};

/** PgBouncer in transaction mode, with two connections to a server. */
export const pgBouncer = async (target: PgServer): Promise<Server> => {
  const folder = folderFor('pgbouncer');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `test = host=127.0.0.1 port=${target.port} dbname=test user=test`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    `logfile = ${join(folder, 'log')}`,
  ];
  writeFileSync(file, lines.join('\n'));
  const server = new Server(folder, port, () => asUser('postgres', 'pgbouncer', ['-q', file]));
  server.start();
  return server;
};

/** A Redis and its replica, with three Sentinels that watch them. */
export const sentinels = async () => {
  const folder = folderFor('sentinel');
  const [first, second] = [await freePort(), await freePort()];
  const redis = (port: number, more: readonly string[]): Server => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
      ...more,
    ];
    const server = new Server(folder, port, () => ['redis-server', args]);
    server.start();
    return server;
  };
  const master = redis(first, []);
  const replica = redis(second, ['--replicaof', '127.0.0.1', String(first), '--repl-diskless-sync-delay', '0']);
  const watchers: Server[] = [];
  for (let one = 0; one < 3; one++) {
    const port = await freePort();
    const file = join(folder, `sentinel-${port}.conf`);
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${first} 2`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
    ];
    writeFileSync(file, lines.join('\n'));
    const watcher = new Server(folder, port, () => ['redis-server', [file, '--sentinel']]);
    watcher.start();
    watchers.push(watcher);
  }
  const [watcher] = watchers;
  const ask = (...words: string[]): string =>
    execFileSync('redis-cli', ['-p', String(watcher?.port ?? 0), 'sentinel', ...words], { encoding: 'utf8' });
  await until(
    () =>
      ask('master', 'main').includes('\nnum-other-sentinels\n2\n') &&
      ask('replicas', 'main').includes('\nmaster-link-status\nok\n'),
  );
  const close = async (): Promise<void> => {
    for (const server of [...watchers, master, replica]) await server.close();
  };
  return { master, ports: watchers.map(({ port }) => port), close };
};
