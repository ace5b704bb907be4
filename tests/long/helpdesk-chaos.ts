import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Act, DeskPlant, deskFolder } from './support/desk-plant.ts';
import { until } from './support/failover-servers.ts';

const robots = 6;
/** Milliseconds after which a look without an answer is repeated: connections on their way to a killed worker are lost. */
const patience = 2000;
const password = 'open-sesame-7';
const json = { 'content-type': 'application/json', accept: 'application/json' };
/** Of a hundred acts. */
const acts: Readonly<Record<Act, number>> = {
  'kill worker': 25,
  'freeze worker': 15,
  'kill queue worker': 20,
  'kill database': 15,
  'kill Redis': 10,
  'freeze Redis': 10,
  'mail away': 5,
};

const pickAct = (): Act => {
  const names = Object.keys(acts) as Act[];
  let chance = Math.random() * 100;
  return names.find((name) => (chance -= acts[name]) < 0) ?? 'kill worker';
};

/** What the robots were promised, by what they wrote. */
interface Promised {
  readonly tickets: Map<string, number>;
  /** Subjects of tickets that no robot answered: their agents must get a mail. */
  readonly waiting: Set<string>;
  readonly replies: Map<string, number>;
  readonly files: Map<number, string>;
}

/** Robots that use the help desk, one that looks at its pages, and one that kills and freezes its parts. */
class Turmoil {
  readonly faults: string[] = [];
  readonly promised: Promised = { tickets: new Map(), waiting: new Set(), replies: new Map(), files: new Map() };
  readonly refusals: Record<string, number> = {};
  readonly done: Record<string, number> = {};
  requests = 0;
  slowest = 0;
  worst = '';
  readonly #plant: DeskPlant;
  #isOver = false;
  #last = 'nothing was killed';
  #customer: Record<string, string> = {};
  #agent: Record<string, string> = {};

  constructor(plant: DeskPlant) {
    this.#plant = plant;
  }

  /** Opens an organisation of the larger plan, so that its limit is not what the robots meet, with an agent and a customer. */
  async prepare(): Promise<void> {
    const opened = { organisation: 'Acme', slug: 'acme', name: 'Grace', email: 'grace@example.com', password };
    this.#agent = await this.#tokenFor('/api/organisations', opened);
    const registered = { organisation: 'acme', name: 'Ada', email: 'ada@example.com', password };
    this.#customer = await this.#tokenFor('/api/register', registered);
    this.#plant.pg.query("update organisations set plan = 'team'");
    this.#plant.pg.query('update users set confirmed_at = now()');
  }

  async run(minutes: number): Promise<void> {
    const work = Promise.all([
      ...Array.from({ length: robots }, (_, at) => this.#robot(at)),
      this.#watch(),
      this.#destroy(),
    ]);
    await pause(minutes * 60_000);
    this.#isOver = true;
    await work;
  }

  async #tokenFor(path: string, body: object): Promise<Record<string, string>> {
    const reply = await this.#plant.ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    return { authorization: `Bearer ${token}` };
  }

  #refuse(reason: string): void {
    this.refusals[reason] = (this.refusals[reason] ?? 0) + 1;
  }

  /** Repeats a request with one idempotency key until it is acknowledged, as a client of an unreliable network does. */
  async #insist(path: string, user: object, body: object, key: string): Promise<number | null> {
    while (!this.#isOver) {
      this.requests++;
      try {
        const headers = { ...json, ...user, 'idempotency-key': key };
        const reply = await this.#plant.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (reply.status === 201) return ((await reply.json()) as { data: { id: number } }).data.id;
        const text = await reply.text();
        if (![409, 429, 500, 503].includes(reply.status)) this.faults.push(`${path}: ${reply.status} ${text}`);
        this.#refuse(`${reply.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`);
      } catch (error) {
        // Cut off, or no answer in time.
        this.#refuse((error as Error).name);
      }
      await pause(300);
    }
    return null;
  }

  async #robot(number: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const subject = `Ticket ${number}.${turn}.`;
      const ticket = await this.#insist('/api/tickets', this.#customer, { subject, body: 'x' }, `t-${subject}`);
      if (ticket === null) return;
      this.promised.tickets.set(subject, ticket);
      if (turn % 3 === 2) {
        this.promised.waiting.add(subject);
      } else {
        const body = `Reply ${number}.${turn}.`;
        const reply = await this.#insist(`/api/tickets/${ticket}/replies`, this.#agent, { body }, `r-${body}`);
        if (reply !== null) this.promised.replies.set(body, reply);
      }
      await this.#attach(ticket, `File ${number}.${turn} `.repeat(1000));
      await pause(2000);
    }
  }

  async #attach(ticket: number, content: string): Promise<void> {
    const form = new FormData();
    form.append('file', new File([content], 'note.txt'));
    this.requests++;
    const path = `/api/tickets/${ticket}/attachments`;
    const stored = await this.#plant
      .ask(path, { method: 'POST', headers: this.#customer, body: form })
      .catch(() => null);
    if (stored?.status !== 201) return this.#refuse(`file ${stored?.status ?? 'cut off'}`);
    this.promised.files.set(((await stored.json()) as { data: { id: number } }).data.id, content);
  }

  /** Looks at a page and at the API, and notes for how long they were broken while the database was in order. */
  async #watch(): Promise<void> {
    const reasonOf = async (path: string, headers: Record<string, string>): Promise<string | null> => {
      try {
        const { status } = await this.#plant.ask(path, { headers }, patience);
        return status === 200 || status === 429 ? null : `${path} ${status}`;
      } catch (error) {
        return `${path} ${(error as Error).name}`;
      }
    };
    let brokenSince: number | null = null;
    while (!this.#isOver) {
      const asked = performance.now();
      const found = await Promise.all([reasonOf('/login', {}), reasonOf('/api/me', this.#agent)]);
      const now = performance.now();
      const bad = found.filter((reason) => reason !== null);
      const { healthySince } = this.#plant;
      if (bad.length === 0) {
        brokenSince = null;
      } else if (healthySince > 0) {
        brokenSince = Math.max(brokenSince ?? asked, healthySince);
        if (now - brokenSince > this.slowest) this.worst = `${bad.join(', ')}, when there was: ${this.#last}`;
        this.slowest = Math.max(this.slowest, now - brokenSince);
      }
      await pause(300);
    }
  }

  async #destroy(): Promise<void> {
    while (!this.#isOver) {
      await pause(3000 + Math.random() * 5000);
      const act = pickAct();
      this.#last = act;
      if (await this.#plant.act(act)) this.done[act] = (this.done[act] ?? 0) + 1;
    }
  }
}

/** What is not as it was promised, when all jobs are done. */
const faultsOf = async ({ pg, mail }: DeskPlant, { tickets, waiting, replies, files }: Promised): Promise<string[]> => {
  const faults: string[] = [];
  const left = (): string => pg.query('select count(*) from queue_jobs where due_at is not null');
  // Jobs of killed workers are done by others when their lease has ended, mails some seconds after they were refused.
  for (let minute = 0; minute < 3 && left() !== '0'; minute++) await until(() => left() === '0').catch(() => undefined);
  if (left() !== '0') faults.push(`${left()} jobs are left`);
  const failed = pg.query('select count(*) from queue_jobs where failed_at is not null');
  if (failed !== '0') faults.push(`${failed} jobs have failed`);

  const there = (what: string, text: string, wanted: ReadonlyMap<string, number>): void => {
    const lines = pg.query(text).split('\n');
    const rows = new Map(lines.map((line) => line.split('|') as [string, string]));
    for (const [name, id] of wanted)
      if (rows.get(name) !== '1') faults.push(`${what} ${name} (${id}) is there ${rows.get(name) ?? 0} times`);
  };
  there('ticket', 'select subject, count(*) from tickets group by subject', tickets);
  there('reply', "select body, count(*) from replies where body like 'Reply%' group by body", replies);
  for (const [id, content] of files) {
    const path = pg.query(`select path from attachments where id = ${id}`);
    const kept = await readFile(join(deskFolder, 'storage', 'files', path), 'utf8').catch(() => null);
    if (kept !== content) faults.push(`the file ${id} is ${kept === null ? 'missing' : 'another one'}`);
  }
  const audit = pg.query("select count(*) from audit_log where action = 'ticket.opened'");
  const all = pg.query('select count(*) from tickets');
  if (audit !== all) faults.push(`${all} tickets have ${audit} entries in the audit log`);

  // A mail that the server took twice has one id: the effect happened once.
  const idsOf = (holds: (mail: { subject: string; text: string }) => boolean): number =>
    new Set(mail.mails.filter(holds).map(({ id }) => id)).size;
  for (const reply of replies.keys()) {
    const mails = idsOf(({ text }) => text.includes(reply));
    if (mails !== 1) faults.push(`${reply} had ${mails} mails`);
  }
  for (const ticket of tickets.keys()) {
    const mails = idsOf(({ subject }) => subject.includes('waits') && subject.includes(ticket));
    if (mails > 1 || (mails === 0 && waiting.has(ticket))) faults.push(`${ticket} had ${mails} mails to its agent`);
  }
  return faults;
};

/**
 * Robots open tickets, answer them and attach files by the API, and look at a page, on two workers, a queue worker, and a PostgreSQL, a Redis and
 * a mail server of the test's own. Meanwhile these are killed and frozen at random. Then everything that was acknowledged must be there, once.
 * `npm run test:long -- helpdesk-chaos 2` takes two minutes; ten otherwise.
 */
export const run = async (minutes = 10): Promise<readonly string[]> => {
  const plant = await DeskPlant.open();
  try {
    const turmoil = new Turmoil(plant);
    await turmoil.prepare();
    await turmoil.run(minutes);
    await plant.ready();
    const { faults, promised, slowest, worst, requests, refusals, done } = turmoil;
    faults.push(...(await faultsOf(plant, promised)));
    if (slowest > 5000) faults.push(`broken for ${Math.round(slowest)} ms: ${worst}`);
    const { mails } = plant.mail;
    console.table(refusals);
    console.table({
      requests,
      tickets: promised.tickets.size,
      replies: promised.replies.size,
      files: promised.files.size,
      mails: new Set(mails.map(({ id }) => id)).size,
      'mails that came again': mails.length - new Set(mails.map(({ id }) => id)).size,
      ...done,
      'broken for at most (ms)': Math.round(slowest),
    });
    return faults;
  } finally {
    await plant.close();
  }
};
