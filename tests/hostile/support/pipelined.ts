import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { program } from '../../support/program.ts';
import { Random } from '../../support/random.ts';
import type { Held } from './pipelined-process.ts';

const script = program(join(import.meta.dirname, 'pipelined-process.ts'));

/** A request in bytes, with the id by which its reply is known. */
interface RawRequest {
  readonly id: string;
  readonly bytes: string;
}

const boundary = 'B';
const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  '',
  'x'.repeat(2000),
  `--${boundary}--`,
  '',
].join('\r\n');

const gets = ['/quick', '/quick', '/late', '/file', '/stream', '/events', '/signal', '/nothing'];
const posts = ['/json', '/json', '/upload', '/unread', '/closes', '/nothing'];

const bodyFor = (random: Random, path: string): readonly [type: string, body: string] => {
  if (path === '/upload') return [`multipart/form-data; boundary=${boundary}`, form];
  if (random.chance(0.15)) return ['application/json', random.pick(['{"name":', '[]', 'nonsense', '{"name":1}'])];
  if (random.chance(0.1)) return ['application/x-unknown', 'u'.repeat(70_000)];
  return ['application/json', '{"name":"Ada"}'];
};

const chunked = (random: Random, body: string): string => {
  const cut = random.below(body.length);
  const chunk = (text: string): string => (text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`);
  const end = random.chance(0.05) ? '-1\r\n\r\n' : '0\r\n\r\n';
  return chunk(body.slice(0, cut)) + chunk(body.slice(cut)) + end;
};

const makeRequest = (random: Random, id: string): RawRequest => {
  const isPost = random.chance(0.4);
  const path = random.pick(isPost ? posts : gets);
  const method = isPost ? 'POST' : random.pick(['GET', 'GET', 'GET', 'HEAD']);
  const headers = ['Host: x', `X-N: ${id}`];
  if (random.chance(0.12)) headers.push('Expect: 100-continue');
  if (random.chance(0.03)) headers.push('Connection: close');
  if (random.chance(0.02)) headers.push('Expect: something');
  let body = '';
  if (isPost || random.chance(0.05)) {
    const [type, text] = bodyFor(random, path);
    headers.push(`Content-Type: ${type}`);
    if (random.chance(0.3)) {
      headers.push('Transfer-Encoding: chunked');
      body = chunked(random, text);
    } else {
      headers.push(`Content-Length: ${text.length}`);
      body = text;
    }
  }
  // Bytes behind a request, or a body without its announcement.
  if (random.chance(0.02)) body += random.pick(['{}', '\r\n', 'garbage', '\0']);
  return { id, bytes: `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}` };
};

/** How a client behaves. */
type Manner = 'stays' | 'leaves' | 'ends' | 'reads nothing';

const write = async (random: Random, socket: Socket, text: string): Promise<void> => {
  let at = 0;
  while (at < text.length && !socket.destroyed) {
    const length = random.chance(0.5) ? text.length : 1 + random.below(400);
    socket.write(text.slice(at, at + length), 'latin1');
    at += length;
    if (at < text.length) await turn();
  }
};

/** What came back over a connection, and whether its client has lost patience with the server. */
interface Heard {
  readonly received: string;
  readonly lost: boolean;
}

/** Sends a sequence of requests over one connection; resolves once it is over. */
const converse = async (random: Random, port: number, manner: Manner, text: string, last: string): Promise<Heard> => {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  const closed = once(socket, 'close').catch(() => undefined);
  socket.setEncoding('latin1').on('error', () => undefined);
  if (manner === 'reads nothing') socket.pause();
  else
    socket.on('data', (piece: string) => {
      received += piece;
      // The last reply has begun: all before it are complete, and what is left of it comes, too.
      if (manner === 'stays' && received.includes(`X-N: ${last}\r\n`)) setTimeout(() => socket.destroy(), 30);
    });
  await write(random, socket, text);
  if (manner === 'leaves') socket.destroy();
  else if (manner === 'ends') socket.end();
  else if (manner === 'reads nothing') setTimeout(() => socket.destroy(), 20 + random.below(50));
  // A request may never get a reply, such as one whose body does not end.
  let lost = false;
  const patience = setTimeout(() => {
    lost = true;
    socket.destroy();
  }, 3000);
  await closed;
  clearTimeout(patience);
  return { received, lost };
};

/** The server of the generated traffic, in a process of its own. */
export class PipelinedServer {
  readonly port: number;
  readonly #child: ChildProcess;
  #ended: string | null = null;

  private constructor(child: ChildProcess, port: number) {
    this.port = port;
    this.#child = child;
    child.once('exit', (code, signal) => (this.#ended = String(code ?? signal)));
  }

  /** `node` is the program that runs it; `native` puts the pipeline of the driver around the routes. */
  static async start(driver: string, { native = false, node = process.execPath } = {}): Promise<PipelinedServer> {
    const child = fork(script, [driver, ...(native ? ['native'] : [])], {
      execPath: node,
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new PipelinedServer(child, port);
  }

  /** What the process ended with; null while it lives. */
  get ended(): string | null {
    return this.#ended;
  }

  async held(): Promise<Held> {
    if (this.#ended !== null) throw new Error(`The server ended with ${this.#ended}.`);
    const answer = once(this.#child, 'message') as Promise<[Held]>;
    this.#child.send('held');
    return (await answer)[0];
  }

  async stop(): Promise<void> {
    if (this.#ended !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

const manners: readonly Manner[] = ['stays', 'stays', 'leaves', 'ends', 'reads nothing'];

/** Descriptors are what may become fewer: the first connection still counts in `before`. */
const holdsMore = (held: Held, before: Held): boolean =>
  held.descriptors > before.descriptors || held.spooled + held.generators + held.signals > 0;

const describeHeld = ({ descriptors, spooled, generators, signals }: Held): string =>
  JSON.stringify({ descriptors, spooled, generators, signals });

/** The last reply is that to bytes which are no HTTP: it has no id, and may stand for a request whose body went wrong. */
const endsRefused = (received: string): boolean => {
  const reply = received.slice(received.lastIndexOf('HTTP/1.1 '));
  return reply.includes('E_REQUEST_MALFORMED');
};

/** Waits until nothing is held any more that was not before, ten seconds at most; what is still held then is a fault. */
const whenLetGo = async (server: PipelinedServer, before: Held, executed: Set<string>): Promise<Held> => {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const held = await server.held();
    for (const id of held.executed) executed.add(id);
    const told = Object.keys(held.sent).filter((id) => executed.has(id)).length;
    if ((!holdsMore(held, before) && told >= executed.size) || performance.now() > deadline) return held;
    await pause(100);
  }
};

/**
 * Sends generated sequences of requests over connections, in pieces, with clients of every manner. Resolves to what did not
 * hold: a process that ended, a 500, a request that ran and could not be answered, an end that was told never or twice,
 * something that is still held.
 */
export const pipelinedTraffic = async (
  server: PipelinedServer,
  requests: number,
  seed: number,
): Promise<{ readonly faults: readonly string[]; readonly executed: number; readonly statuses: readonly string[] }> => {
  const random = new Random(seed);
  const faults: string[] = [];
  const executed = new Set<string>();
  const statuses = new Set<string>();
  /** Of each client that stayed: what it got no reply to. */
  const unanswered: { readonly ids: readonly string[]; readonly refused: boolean; readonly text: string }[] = [];
  // Everything is loaded by the first of them.
  await converse(
    random,
    server.port,
    'stays',
    gets.map((path, n) => makeGet(path, `warm.${n}`)).join(''),
    `warm.${gets.length - 1}`,
  );
  const before = await server.held();
  let left = requests;
  let connection = 0;
  const lane = async (lane: number): Promise<void> => {
    const own = new Random(seed * 1000 + lane);
    while (left > 0 && server.ended === null) {
      const of = connection++;
      const count = 1 + own.below(12);
      left -= count;
      const sequence = Array.from({ length: count }, (_, n) => makeRequest(own, `${of}.${n}`));
      const manner = own.pick(manners);
      let text = sequence.map(({ bytes }) => bytes).join('');
      if (manner !== 'stays' && own.chance(0.5)) text = text.slice(0, own.below(text.length));
      const { received, lost } = await converse(own, server.port, manner, text, sequence.at(-1)?.id ?? '');
      for (const [, status] of received.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.add(String(status));
        if (Number(status) >= 500) faults.push(`${status}: ${JSON.stringify(text.slice(0, 2000))}`);
      }
      const answered = new Set(Array.from(received.matchAll(/\r\nX-N: (\S+)\r\n/gi), ([, id]) => id));
      const ids = sequence.map(({ id }) => id).filter((id) => !answered.has(id));
      if (manner === 'stays' && !lost) unanswered.push({ ids, refused: endsRefused(received), text });
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, n) => lane(n)));
  if (server.ended !== null) return { faults: [`The process ended with ${server.ended}.`], executed: 0, statuses: [] };
  const held = await whenLetGo(server, before, executed);
  if (holdsMore(held, before)) faults.push(`Held before ${describeHeld(before)}, and still ${describeHeld(held)}`);
  for (const id of executed) if (held.sent[id] !== 1) faults.push(`${id}: sent was told ${held.sent[id] ?? 0} times`);
  for (const { ids, refused, text } of unanswered) {
    const ran = ids.filter((id) => executed.has(id));
    if (ran.length > (refused ? 1 : 0)) faults.push(`${ran.join()} ran without an answer: ${JSON.stringify(text)}`);
  }
  faults.push(...held.reports.map((report) => `reported: ${report}`));
  return { faults: faults.slice(0, 20), executed: executed.size, statuses: [...statuses].toSorted() };
};

/**
 * A sequence of requests, cut after each of its bytes by a client that leaves. Resolves to what did not hold, as
 * `pipelinedTraffic()` does.
 */
export const leavesAtEveryByte = async (server: PipelinedServer, every = 1): Promise<readonly string[]> => {
  const text = [
    makeGet('/file', 'first'),
    `POST /upload HTTP/1.1\r\nHost: x\r\nX-N: second\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${form.length - 1800}\r\n\r\n${form.replace('x'.repeat(1800), '')}`,
    makeGet('/stream', 'third'),
    'POST /json HTTP/1.1\r\nHost: x\r\nX-N: fourth\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n6\r\n"Ada"}\r\n0\r\n\r\n',
    makeGet('/signal', 'fifth'),
  ].join('');
  const random = new Random(1);
  await converse(random, server.port, 'stays', makeGet('/file', 'warm'), 'warm');
  const before = await server.held();
  let at = 0;
  const lane = async (): Promise<void> => {
    while (at < text.length && server.ended === null) {
      const cut = at;
      at += every;
      await converse(random, server.port, cut % 2 === 0 ? 'leaves' : 'ends', text.slice(0, cut), 'none');
    }
  };
  await Promise.all(Array.from({ length: 12 }, lane));
  if (server.ended !== null) return [`The process ended with ${server.ended} after byte ${at}.`];
  const held = await whenLetGo(server, before, new Set());
  const faults = holdsMore(held, before)
    ? [`Held before ${describeHeld(before)}, and still ${describeHeld(held)}`]
    : [];
  return [...faults, ...held.reports];
};

/**
 * What four clients cost that each send 63 KB of requests for a file of 100 KB and read nothing: descriptors, and bytes of
 * the process.
 */
export const readsNothing = async (server: PipelinedServer): Promise<{ descriptors: number; bytes: number }> => {
  const random = new Random(1);
  await converse(random, server.port, 'stays', makeGet('/file', 'warm'), 'warm');
  const before = await server.held();
  const get = makeGet('/file', '0');
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect({ port: server.port, host: '127.0.0.1' }).on('error', () => undefined);
      await once(socket, 'connect');
      socket.pause().write(get.repeat(Math.floor((63 * 1024) / get.length)));
      return socket;
    }),
  );
  let held = await server.held();
  for (let round = 0; round < 20; round++) {
    await pause(20);
    held = await server.held();
  }
  for (const socket of sockets) socket.destroy();
  await whenLetGo(server, before, new Set());
  return { descriptors: held.descriptors - before.descriptors, bytes: held.rss - before.rss };
};

const makeGet = (path: string, id: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-N: ${id}\r\n\r\n`;
