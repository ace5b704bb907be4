import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { program } from '../../support/program.ts';
import { WireClient, type WireReply, wireRequest } from './wire-client.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'soak-server.ts'));

/** What the server holds, after a garbage collection. */
export interface Held {
  readonly heap: number;
  readonly rss: number;
  readonly descriptors: number;
  readonly timers: number;
}

export interface Soak {
  readonly requests: number;
  readonly lost: number;
  readonly wrong: number;
  /** The first few of those that were wrong. */
  readonly examples: readonly string[];
  readonly perSecond: number;
  /** What it held once a fifth of the requests were answered, and after all of them. */
  readonly before: Held;
  readonly after: Held;
}

/** A request, and what must come of it. */
interface Shot {
  readonly message: Buffer;
  readonly status: number;
  readonly body: string;
}

const json = { 'Content-Type': 'application/json' };
const masked = (body: string): string => body.replace(/"request_id":"[0-9a-z]{22,}"/, '"request_id":"*"');

const item = (id: number): Shot => ({
  message: wireRequest('GET', `/items/${id}?page=2`),
  status: 200,
  body: JSON.stringify({ id, page: '2', tags: ['a', 'b'] }),
});

const order = (id: number): Shot => {
  const data = { title: `Order ${id} \u00fc`, quantity: (id % 9) + 1, note: 'n'.repeat(id % 300) };
  return {
    message: wireRequest('POST', '/orders', { headers: json, body: JSON.stringify(data) }),
    status: 201,
    body: Buffer.from(JSON.stringify({ saved: data })).toString('latin1'),
  };
};

const unknown: Shot = {
  message: wireRequest('GET', '/unknown', { headers: { Accept: 'application/json' } }),
  status: 404,
  body: '{"message":"Nothing answers at this address.","code":"E_ROUTE_NOT_FOUND","request_id":"*"}',
};

const invalid: Shot = {
  message: wireRequest('POST', '/orders', { headers: json, body: '{"title":"x","quantity":0}' }),
  status: 422,
  body: JSON.stringify({
    message: 'The input is not valid.',
    code: 'E_VALIDATION_FAILED',
    errors: {
      title: ['The title must be at least 3 characters long.'],
      quantity: ['The quantity must be between 1 and 9.'],
    },
    request_id: '*',
  }),
};

/** 60 % JSON, 20 % validated input, 10 % a file, 5 % unknown, 5 % invalid, in a fixed order. */
const shots = (file: string): readonly Shot[] => {
  const page: Shot = { message: wireRequest('GET', '/page.html'), status: 200, body: file };
  const kinds = 'iioiipiioiiiuiioipvi'.split('');
  return Array.from({ length: 400 }, (_, at) => {
    const kind = kinds[at % kinds.length];
    if (kind === 'i') return item(at);
    if (kind === 'o') return order(at);
    if (kind === 'p') return page;
    return kind === 'u' ? unknown : invalid;
  });
};

const shown = 10;

class SoakServer {
  readonly child: ChildProcess;

  constructor(driver: string) {
    this.child = fork(fixture, [driver], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'production' },
    });
  }

  async ask<Answer>(question: string): Promise<Answer> {
    const answered = once(this.child, 'message');
    this.child.send(question);
    return ((await answered) as [Answer])[0];
  }
}

/** Fires a mix of requests over so many connections, and compares every byte of every body. */
export const soak = async (driver: string, requests: number, connections = 64): Promise<Soak> => {
  const server = new SoakServer(driver);
  const [{ port, file }] = (await once(server.child, 'message')) as [{ port: number; file: string }];
  const mix = shots(file);
  const examples: string[] = [];
  const counts = { asked: 0, lost: 0, wrong: 0 };

  const fire = async (client: WireClient, { message, status, body }: Shot): Promise<void> => {
    try {
      const reply: WireReply = await client.ask(message);
      if ((reply.status !== status || masked(reply.body) !== body) && ++counts.wrong <= shown)
        examples.push(`${reply.status} ${reply.body}`);
    } catch {
      counts.lost++;
    }
  };
  // The connections are those of the whole run, so that both looks at the server find as many of them.
  const clients = Array.from({ length: connections }, () => new WireClient(port));
  const until = async (end: number): Promise<Held> => {
    const visit = async (client: WireClient): Promise<void> => {
      while (counts.asked < end) {
        const shot = mix[counts.asked++ % mix.length];
        if (shot !== undefined) await fire(client, shot);
      }
    };
    await Promise.all(clients.map(visit));
    return server.ask<Held>('held');
  };
  const before = await until(requests / 5);
  const began = performance.now();
  const after = await until(requests);
  const perSecond = Math.round((requests * 0.8) / ((performance.now() - began) / 1000));
  for (const client of clients) client.close();
  const exited = once(server.child, 'exit');
  server.child.disconnect();
  await exited;
  return { requests, lost: counts.lost, wrong: counts.wrong, examples, perSecond, before, after };
};
