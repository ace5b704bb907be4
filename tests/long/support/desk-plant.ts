import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../support/free-port.ts';
import { taproot } from '../../support/program.ts';
import { RedisServer } from '../../throttle/support/redis-server.ts';
import { PgServer, until } from './failover-servers.ts';

const root = join(import.meta.dirname, '..', '..', '..');
export const deskFolder = join(root, 'examples', 'helpdesk');

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Node in the folder of the help desk. `SHOW=1` shows what it reports. */
const begin = (args: readonly string[], env: NodeJS.ProcessEnv): Process => {
  const shown = process.env['SHOW'] === undefined ? 'ignore' : 'inherit';
  const child = spawn(process.execPath, args, {
    cwd: deskFolder,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', shown, shown],
  });
  return { child, ended: once(child, 'exit') };
};

const signal = (pid: number | undefined, name: NodeJS.Signals): boolean => {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    // It has ended in between.
    return false;
  }
};

/** A mail that the mail server took. A mail that is sent again has the same id. */
interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server of the test's own, which keeps what it takes. While `isAway`, it refuses everything for now. */
export class MailSink {
  readonly mails: Mail[] = [];
  isAway = false;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 1,
      onMailFrom: (_address, _session, done) =>
        done(this.isAway ? Object.assign(new Error('Later.'), { responseCode: 451 }) : null),
      onData: (stream, _session, done) => void this.#take(stream, done),
    });
    this.#server.on('error', () => undefined);
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** A mail that is cut off, because its sender was killed, does not count: the sender has no answer and sends it again. */
  async #take(stream: NodeJS.ReadableStream, done: (error?: Error) => void): Promise<void> {
    try {
      const mail = await simpleParser(stream as Parameters<typeof simpleParser>[0]);
      const { messageId = '', to, subject = '', text = '' } = mail;
      this.mails.push({
        id: messageId,
        to: [to ?? []]
          .flat()
          .map((one) => one.text)
          .join(),
        subject,
        text,
      });
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}

/** Parts that can be killed, frozen or sent away. */
export type Act =
  | 'kill worker'
  | 'freeze worker'
  | 'kill queue worker'
  | 'kill database'
  | 'kill Redis'
  | 'freeze Redis'
  | 'mail away';

/** The help desk as it runs in production, compiled: two workers, a queue worker, and PostgreSQL, Redis and a mail server of its own. */
export class DeskPlant {
  readonly pg: PgServer;
  readonly mail: MailSink;
  readonly #redis: RedisServer;
  readonly #env: NodeJS.ProcessEnv;
  readonly #base: string;
  #server: Process;
  #queue: Process;
  /** When the database was last out of order, by `performance.now()`; 0 while it is. */
  healthySince = performance.now();

  private constructor(pg: PgServer, redis: RedisServer, mail: MailSink, env: NodeJS.ProcessEnv) {
    this.pg = pg;
    this.#redis = redis;
    this.mail = mail;
    this.#env = env;
    this.#base = env['APP_URL'] ?? '';
    this.#server = begin(['dist/main.js'], { ...env, WORKERS: '2' });
    this.#queue = begin([taproot, 'queue:work'], env);
  }

  static async open(): Promise<DeskPlant> {
    execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', deskFolder]);
    const [pg, redis, mail] = [await PgServer.primary(), await RedisServer.start(), new MailSink()];
    const port = await freePort();
    const env = {
      APP_ENV: 'staging',
      NODE_ENV: 'production',
      APP_KEY: 'c2V5LW9mLXRoZS1oZWxwLWRlc2stZm9yLXRlc3RzLTE3',
      APP_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: `postgres://test@127.0.0.1:${pg.port}/test`,
      REDIS_URL: redis.url,
      MAIL_TRANSPORT: 'smtp',
      MAIL_HOST: '127.0.0.1',
      MAIL_PORT: String(await mail.open()),
      PORT: String(port),
      LOG_LEVEL: process.env['SHOW'] === undefined ? 'fatal' : 'warn',
    };
    await begin([taproot, 'migrate'], env).ended;
    const plant = new DeskPlant(pg, redis, mail, env);
    await plant.ready();
    return plant;
  }

  ask(path: string, init: RequestInit = {}, patience = 5000): Promise<Response> {
    return fetch(`${this.#base}${path}`, { ...init, signal: AbortSignal.timeout(patience) });
  }

  /** Resolves when everything is in order. */
  ready(): Promise<void> {
    return until(async () => (await this.ask('/health/ready')).ok);
  }

  /**
   * Does something bad, and what its system does then. Resolves to whether it was done. A worker is killed or frozen only while another one
   * serves: how long no worker serves when all are killed is the time of a start, which is that of the machine.
   */
  async act(act: Act): Promise<boolean> {
    if (act.endsWith(' worker') && act !== 'kill queue worker' && !(await this.#bothServe())) return false;
    if (act === 'kill worker') return signal(await this.#worker(), 'SIGKILL');
    if (act === 'freeze worker') {
      const worker = await this.#worker();
      const isFrozen = signal(worker, 'SIGSTOP');
      await pause(2000);
      signal(worker, 'SIGCONT');
      return isFrozen;
    }
    if (act === 'kill queue worker') {
      signal(this.#queue.child.pid, 'SIGKILL');
      await this.#queue.ended;
      this.#queue = begin([taproot, 'queue:work'], this.#env);
    } else if (act === 'kill database') {
      this.healthySince = 0;
      this.pg.stop('immediate');
      await pause(1000);
      await this.pg.start();
      this.healthySince = performance.now();
    } else if (act === 'kill Redis') {
      await this.#redis.kill();
      await pause(1000);
      await this.#redis.start();
    } else if (act === 'freeze Redis') {
      this.#redis.freeze();
      await pause(3000);
      this.#redis.thaw();
    } else {
      this.mail.isAway = true;
      await pause(3000);
      this.mail.isAway = false;
    }
    return true;
  }

  async close(): Promise<void> {
    signal(this.#server.child.pid, 'SIGTERM');
    signal(this.#queue.child.pid, 'SIGTERM');
    await Promise.all([this.#server.ended, this.#queue.ended]);
    await this.mail.close();
    await this.#redis.kill();
    this.pg.close();
  }

  /** Whether two workers answer. Ids of requests begin with 16 digits of their process. */
  async #bothServe(): Promise<boolean> {
    const seen = new Set<string>();
    for (let time = 0; time < 6; time++) {
      const reply = await this.ask('/login', { headers: { connection: 'close' } }).catch(() => null);
      await reply?.text();
      if (reply !== null) seen.add((reply.headers.get('x-request-id') ?? '').slice(0, 16));
    }
    return seen.size > 1;
  }

  /** One of the workers: the processes that the pool has started. */
  async #worker(): Promise<number | undefined> {
    const pid = this.#server.child.pid ?? 0;
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const workers = text.split(' ').filter((part) => part !== '');
    return workers.length === 0 ? undefined : Number(workers[Math.floor(Math.random() * workers.length)]);
  }
}
