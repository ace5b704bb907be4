import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { site } from '../session/support.ts';
import { program } from '../support/program.ts';
import { Random } from '../support/random.ts';
import { type LiveServer, startServer } from './support/live-server.ts';

const fixture = program(join(import.meta.dirname, 'fixtures', 'rotated-server.ts'));
const clients = 50;
const keys = ['first', 'second', 'third'].map((word) => `${word}-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM`);

/** A file with two users and the tables of auth. */
const prepare = async (path: string): Promise<void> => {
  await using _app = await site({ connection: { driver: 'sqlite', path } });
};

/** Servers behind one address. A new one is there before an old one goes, and no request is sent to one that goes. */
class Fleet {
  #servers: LiveServer[] = [];
  readonly #random = new Random(4);

  get any(): string {
    return this.#servers[this.#random.below(this.#servers.length)]?.url ?? '';
  }

  async add(settings: Readonly<Record<string, string>>): Promise<void> {
    this.#servers.push(await startServer([process.execPath, fixture], import.meta.dirname, settings));
  }

  async removeOldest(): Promise<void> {
    await this.#servers.shift()?.stop();
  }

  async close(): Promise<void> {
    while (this.#servers.length > 0) await this.removeOldest();
  }
}

/** A browser of one user, who comes with the session, with the remembered login alone, and by a signed address of earlier. */
class Client {
  readonly #fleet: Fleet;
  readonly #cookies = new Map<string, string>();
  #visits = 0;
  /** The first signed address that it got: it stays valid. */
  #link = '';
  /** The session of the login, under the first key. */
  #first = '';
  readonly faults: string[] = [];
  requests = 0;
  recalled = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async login(): Promise<void> {
    const body = new URLSearchParams({ email: 'ada@example.com', password: 'secret' });
    const reply = await this.#send('/login', { method: 'POST', body });
    if (reply?.status !== 200) this.faults.push(`login: ${reply?.status}`);
    this.#first = `session=${this.#cookies.get('session')}`;
  }

  async visit(at: number): Promise<void> {
    // Every tenth visit, the browser was closed in the meantime: the session is gone, the remembered login is not.
    if (at % 10 === 9) {
      this.#cookies.delete('session');
      this.#visits = 0;
      this.recalled++;
    }
    const reply = await this.#send('/me');
    const page = reply?.status === 200 ? ((await reply.json()) as { id: string; visits: number; link: string }) : null;
    this.#visits++;
    if (page?.id !== '1') this.faults.push(`visit ${at}: logged out, ${reply?.status}`);
    else if (page.visits !== this.#visits) this.faults.push(`visit ${at}: ${page.visits} visits, not ${this.#visits}`);
    this.#link ||= page?.link ?? '';
    const signed = await this.#send(this.#link);
    if (signed?.status !== 200) this.faults.push(`visit ${at}: a signed address, ${signed?.status}`);
    await signed?.arrayBuffer();
  }

  /** Sees whether the session of the login is still taken. */
  async comesBack(): Promise<void> {
    const reply = await fetch(`${this.#fleet.any}/me`, { headers: { cookie: this.#first } });
    if (reply.status !== 200) this.faults.push(`the session of the first key: ${reply.status}`);
    await reply.arrayBuffer();
  }

  async #send(path: string, init: RequestInit = {}): Promise<Response | null> {
    this.requests++;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    try {
      const reply = await fetch(this.#fleet.any + path, { ...init, headers: { cookie, accept: 'application/json' } });
      for (const set of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      return reply;
    } catch (error) {
      this.faults.push(`${path}: ${String(error)} ${error instanceof Error ? String(error.cause) : ''}`);
      return null;
    }
  }
}

/**
 * `APP_KEY` is exchanged twice, each time by two rolling restarts of two servers, while people with sessions, remembered logins and signed
 * addresses go on: nobody is logged out, and no request fails.
 */
export const run = async (): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const path = join(folder, 'app.sqlite');
  const fleet = new Fleet();
  const settings = (key: string, ...previous: readonly string[]) => ({
    APP_ENV: 'production',
    APP_KEY: key,
    APP_PREVIOUS_KEYS: previous.join(','),
    DATABASE: path,
    NODE_OPTIONS: '',
  });
  const [first = '', second = '', third = ''] = keys;
  try {
    await prepare(path);
    for (let one = 0; one < 2; one++) await fleet.add(settings(first));
    const people = Array.from({ length: clients }, () => new Client(fleet));
    for (const person of people) await person.login();
    const ended = new AbortController();
    const going = people.map(async (person) => {
      for (let at = 0; !ended.signal.aborted; at++) await person.visit(at);
    });
    const steps = [
      settings(first, second),
      settings(second, first),
      settings(second, third, first),
      settings(third, second, first),
    ];
    for (const step of steps)
      for (let one = 0; one < 2; one++) {
        await fleet.add(step);
        await fleet.removeOldest();
      }
    ended.abort();
    await Promise.all(going);
    for (const person of people) await person.comesBack();
    const sum = (of: (person: Client) => number): number => people.reduce((total, person) => total + of(person), 0);
    const faults = people.flatMap((person) => person.faults);
    console.log(
      `Two new keys, eight servers: ${sum((one) => one.requests)} requests of ${clients} clients, ${sum((one) => one.recalled)} of them by the remembered login alone, ${faults.length} failed`,
    );
    return faults.slice(0, 10);
  } finally {
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
