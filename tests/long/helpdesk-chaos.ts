import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { PgServer, until } from './support/failover-servers.ts';

const folder = join(import.meta.dirname, '..', '..', 'examples', 'helpdesk');
const clients = 6;
const key = 'c2V5LW9mLXRoZS1oZWxwLWRlc2stZm9yLXRlc3RzLTE3';

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Node in the folder of the help desk. */
const begin = (args: readonly string[], env: NodeJS.ProcessEnv): Process => {
  const child = spawn(process.execPath, ['-C', 'source', '--import', 'tsx', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', process.env['SHOW'] === undefined ? 'ignore' : 'inherit'],
  });
  return { child, ended: once(child, 'exit') };
};

/** The workers of a pool: the processes that it has started. */
const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map(Number);
};

const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

const signal = (pid: number | undefined, name: NodeJS.Signals): boolean => {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    // It has ended in between.
    return false;
  }
};

/**
 * Robots open tickets, answer them and attach files by the API, and look at a page, for some minutes, on two workers, a queue worker and a
 * PostgreSQL of the test's own. Meanwhile these are killed and frozen at random. Then everything that was acknowledged must be there, once.
 * `npm run test:long -- helpdesk-chaos 2` takes two minutes; ten otherwise.
 */
export const run = async (minutes = 10): Promise<readonly string[]> => {
  const faults: string[] = [];
  const pg = await PgServer.primary();
  const files = mkdtempSync(join(tmpdir(), 'helpdesk-'));
  const port = await freePort();
  const env = {
    APP_ENV: 'staging',
    NODE_ENV: 'production',
    APP_KEY: key,
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://test@127.0.0.1:${pg.port}/test`,
    MAIL_MAILER: 'file',
    PORT: String(port),
    LOG_LEVEL: 'fatal',
  };
  const taproot = join(folder, '..', '..', 'plugins', 'console', 'bin', 'taproot.js');
  const migrated = begin([taproot, 'migrate'], env);
  await migrated.ended;
  const server = begin(['main.ts'], { ...env, WORKERS: '2' });
  let queue = begin([taproot, 'queue:work'], env);
  const base = `http://127.0.0.1:${port}`;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(5000) });
  await until(async () => (await ask('/health/ready')).ok);

  const counts = { requests: 0, refused: 0, tickets: 0, replies: 0, files: 0 };
  const killed = { workers: 0, 'frozen workers': 0, 'queue workers': 0, databases: 0 };
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  /** When the database was last out of order, in milliseconds; 0 while it is. */
  let healthySince = performance.now();
  let slowest = 0;
  let worst = '';
  let lastAct = 'nothing was killed';
  const refusals = new Map<string, number>();
  const refuse = (reason: string): void => {
    counts.refused++;
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
  };

  // Plan `team`, so that the limit of an organisation is not what the robots meet.
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const opened = await ask('/api/organisations', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      organisation: 'Acme',
      slug: 'acme',
      name: 'Grace',
      email: 'grace@example.com',
      password: 'open-sesame-7',
    }),
  });
  const { access_token: token } = (await opened.json()) as { access_token: string };
  pg.query("update organisations set plan = 'team'");
  const signed = { authorization: `Bearer ${token}` };

  const acknowledged = {
    tickets: new Map<string, number>(),
    replies: new Map<string, number>(),
    files: new Map<number, string>(),
  };

  /** Repeats a request with one idempotency key until it is acknowledged, as a client of an unreliable network does. */
  const insist = async (path: string, body: object, idempotency: string): Promise<number | null> => {
    while (!isOver()) {
      counts.requests++;
      try {
        const headers = { ...json, ...signed, 'idempotency-key': idempotency };
        const reply = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (reply.status === 201) return ((await reply.json()) as { data: { id: number } }).data.id;
        const text = await reply.text();
        if (![409, 429, 500, 503].includes(reply.status)) faults.push(`${path}: ${reply.status} ${text}`);
        refuse(`${reply.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`);
      } catch (error) {
        refuse((error as Error).name);
        // Cut off, or no answer in time.
      }
      await pause(300);
    }
    return null;
  };

  const robot = async (number: number): Promise<void> => {
    for (let turn = 0; !isOver(); turn++) {
      const subject = `Ticket ${number}.${turn}`;
      const ticket = await insist('/api/tickets', { subject, body: 'x' }, `t-${number}-${turn}`);
      if (ticket === null) return;
      acknowledged.tickets.set(subject, ticket);
      const body = `Reply ${number}.${turn}`;
      const reply = await insist(`/api/tickets/${ticket}/replies`, { body }, `r-${number}-${turn}`);
      if (reply !== null) acknowledged.replies.set(body, reply);
      const form = new FormData();
      const content = `File ${number}.${turn} `.repeat(1000);
      form.append('file', new File([content], 'note.txt'));
      counts.requests++;
      const stored = await ask(`/api/tickets/${ticket}/attachments`, {
        method: 'POST',
        headers: signed,
        body: form,
      }).catch(() => null);
      if (stored?.status === 201)
        acknowledged.files.set(((await stored.json()) as { data: { id: number } }).data.id, content);
      else refuse(`file ${stored?.status ?? 'cut off'}`);
      await pause(2000);
    }
  };

  /** Looks at a page and at the API, and notes for how long they were broken while the database was in order. */
  const watch = async (): Promise<void> => {
    const reasonOf = async (path: string, init?: RequestInit): Promise<string | null> => {
      try {
        const { status } = await ask(path, init);
        return status === 200 || status === 429 ? null : `${path} ${status}`;
      } catch (error) {
        return `${path} ${(error as Error).name}`;
      }
    };
    let brokenSince: number | null = null;
    while (!isOver()) {
      const asked = performance.now();
      const found = await Promise.all([reasonOf('/login'), reasonOf('/api/me', { headers: signed })]);
      const now = performance.now();
      const bad = found.filter((reason) => reason !== null);
      if (bad.length === 0) {
        brokenSince = null;
      } else if (healthySince > 0) {
        brokenSince = Math.max(brokenSince ?? asked, healthySince);
        if (now - brokenSince > Math.max(slowest, 5000)) worst = `${bad.join(', ')}, when ${lastAct}`;
        slowest = Math.max(slowest, now - brokenSince);
      }
      await pause(300);
    }
  };

  const destroy = async (): Promise<void> => {
    while (!isOver()) {
      await pause(3000 + Math.random() * 5000);
      const workers = await childrenOf(server.child.pid ?? 0);
      const chance = Math.random();
      if (chance < 0.35) {
        if (signal(pick(workers), 'SIGKILL')) {
          killed.workers++;
          lastAct = 'a worker was killed';
        }
      } else if (chance < 0.55) {
        const frozen = pick(workers);
        if (signal(frozen, 'SIGSTOP')) killed['frozen workers']++;
        lastAct = 'a worker was frozen';
        await pause(2000);
        signal(frozen, 'SIGCONT');
      } else if (chance < 0.8) {
        lastAct = 'the queue worker was killed';
        signal(queue.child.pid, 'SIGKILL');
        await queue.ended;
        killed['queue workers']++;
        queue = begin([taproot, 'queue:work'], env);
      } else {
        healthySince = 0;
        lastAct = 'the database was killed';
        pg.stop('immediate');
        killed.databases++;
        await pause(1000);
        await pg.start();
        healthySince = performance.now();
      }
    }
  };

  const work = Promise.all([...Array.from({ length: clients }, (_, at) => robot(at)), watch(), destroy()]);
  await pause(minutes * 60_000);
  over.abort();
  await work;
  try {
    await until(async () => (await ask('/health/ready')).ok);
    // Jobs of killed workers are done by others when their lease has ended.
    await until(() => pg.query('select count(*) from queue_jobs where due_at is not null') === '0').catch(() =>
      faults.push(`${pg.query('select count(*) from queue_jobs where due_at is not null')} jobs are left`),
    );
    const failed = pg.query('select count(*) from queue_jobs where failed_at is not null');
    if (failed !== '0') faults.push(`${failed} jobs have failed`);
    const once = (what: string, text: string, wanted: ReadonlyMap<string, number>): void => {
      const rows = new Map(
        pg
          .query(text)
          .split('\n')
          .map((line) => line.split('|') as [string, string]),
      );
      for (const [name, id] of wanted)
        if (rows.get(name) !== '1') faults.push(`${what} ${name} (${id}) is there ${rows.get(name) ?? 0} times`);
    };
    once('ticket', 'select subject, count(*) from tickets group by subject', acknowledged.tickets);
    once('reply', "select body, count(*) from replies where body like 'Reply%' group by body", acknowledged.replies);
    for (const [id, content] of acknowledged.files) {
      const path = pg.query(`select path from attachments where id = ${id}`);
      const kept = await readFile(join(folder, 'storage', 'files', path), 'utf8').catch(() => null);
      if (kept !== content) faults.push(`the file ${id} is ${kept === null ? 'missing' : 'another one'}`);
    }
    const audit = Number(pg.query("select count(*) from audit_log where action = 'ticket.opened'"));
    const all = Number(pg.query('select count(*) from tickets'));
    if (audit !== all) faults.push(`${all} tickets have ${audit} entries in the audit log`);
  } finally {
    signal(server.child.pid, 'SIGTERM');
    signal(queue.child.pid, 'SIGTERM');
    await Promise.all([server.ended, queue.ended]);
    pg.close();
    rmSync(files, { recursive: true, force: true });
  }
  counts.tickets = acknowledged.tickets.size;
  counts.replies = acknowledged.replies.size;
  counts.files = acknowledged.files.size;
  console.table(Object.fromEntries(refusals));
  console.table({ ...counts, ...killed, 'broken for at most (ms)': Math.round(slowest) });
  if (slowest > 5000) faults.push(`broken for ${Math.round(slowest)} ms: ${worst}`);
  return faults;
};
