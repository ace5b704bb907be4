import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DevServer } from '../../../plugins/dev/src/watch/dev-server.ts';
import { freePort } from '../../support/free-port.ts';

// Does what `serve --as-worker` does, without an application: waits for its turn, loads its source, and says how far it is.
const program = `
import cluster from 'node:cluster';
import { connect, createServer } from 'node:net';
const socket = connect(Number(process.argv[2]));
const heard = [];
socket.on('data', (marks) => marks.forEach(() => heard.shift()()));
// Until the test has the line: otherwise what another process says next could arrive before it.
const say = (line) => new Promise((done) => {
  heard.push(done);
  socket.write(line + '\\n');
});
const turn = new Promise((resolve) => process.once('message', resolve));
process.send({ taproot: 'waits' });
const { fault } = await turn;
if (fault !== undefined) {
  process.on('message', async (word) => {
    if (word.fault !== undefined) return say('shows ' + word.fault.text);
    await say('stands in no more');
    process.exit(0);
  });
  process.send({ taproot: 'ready' });
  await say('stands in for ' + fault.text);
  await new Promise(() => undefined);
}
try {
  const { name, ends, deaf, slow, port, opens } = await import('./source.mjs');
  await say('starts ' + name);
  if (port !== undefined) {
    const server = createServer((client) => client.end(name));
    await new Promise((listens) => server.listen(port, '127.0.0.1', listens));
    await say('listens ' + name);
  }
  await opens;
  let words = 0;
  process.on('message', async ({ taproot }) => {
    if (taproot !== 'end') return;
    words++;
    await say('closing ' + name);
    if (deaf || (slow && words === 1)) return;
    // A connection on its way to a process that has a port is answered, or dealt out again.
    if (port !== undefined) await new Promise((left) => cluster.worker.disconnect().once('disconnect', left));
    process.exit(0);
  });
  process.send({ taproot: 'drains', seconds: 0.1 });
  process.send({ taproot: 'ready' });
  await say('serves ' + name);
  if (ends !== undefined) process.exit(ends);
} catch (error) {
  process.send({ taproot: 'failed', fault: { text: error.message, place: null } }, () => process.exit(1));
}
`;

let folder: string;
let hub: Server;
let server: DevServer;
const lines: string[] = [];
let arrived: () => void = () => undefined;

/** The next line that one of the processes said. */
const next = async (): Promise<string> => {
  while (lines.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
  return lines.shift() ?? '';
};

const source = (text: string): void => writeFileSync(join(folder, 'source.mjs'), text);

/** Who answers a new connection. */
const answer = async (port: number): Promise<string> => {
  const chunks: Buffer[] = await connect(port, '127.0.0.1').toArray();
  return Buffer.concat(chunks).toString();
};

/** Who answers connections, of which some are open at the same time. */
const answers = async (port: number): Promise<string[]> => {
  const all = await Promise.all(Array.from({ length: 20 }, () => answer(port)));
  return [...new Set([...all, await answer(port), await answer(port)])];
};

/** A start of one of the processes, as it is reported. */
type Seen = { readonly fault: string | null; readonly serves: boolean } | 'served';

const seen: Seen[] = [];
let reported: () => void = () => undefined;

const nextReport = async (): Promise<Seen | undefined> => {
  while (seen.length === 0) await new Promise<void>((resolve) => (reported = resolve));
  return seen.shift();
};

const see = (report: Seen): void => {
  seen.push(report);
  reported();
};

const start = (margin = 0.1, handover = true): DevServer => {
  const { port } = hub.address() as AddressInfo;
  return new DevServer({
    program: join(folder, 'program.mjs'),
    args: [String(port)],
    cwd: folder,
    margin,
    handover,
    served: () => see('served'),
    failed: (fault, serves) => see({ fault: fault?.text ?? null, serves }),
  });
};

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dev-server-')));
  writeFileSync(join(folder, 'program.mjs'), program);
  lines.length = 0;
  seen.length = 0;
  hub = createServer((socket) => {
    const said = createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      arrived();
      socket.write('.');
    });
    // Of a process that was killed. The interface repeats what its input says.
    socket.on('error', () => undefined);
    said.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
});

afterEach(async () => {
  server.stop('SIGTERM');
  await server.ended;
  hub.close();
  rmSync(folder, { recursive: true });
});

describe('F-1, E-12 the server of development', () => {
  test.each([true, false])(
    'drains the old application only when the new one serves (handover %s)',
    async (handover) => {
      source(`export const name = 'one';`);
      server = start(0.1, handover);
      expect([await next(), await next()]).toEqual(['starts one', 'serves one']);
      expect(await nextReport()).toBe('served');
      source(`export const name = 'two';`);
      server.restart();
      const said = [await next(), await next(), await next()];
      // The new one and the old one say so at the same time.
      expect(said[0]).toBe('starts two');
      expect(said.slice(1).sort()).toEqual(['closing one', 'serves two']);
      expect(await nextReport()).toBe('served');
    },
  );

  test('without a handover, Node alone deals out connections, and all reach the new application once the old one has ended', async () => {
    const port = await freePort();
    source(`export const name = 'one'; export const port = ${port};`);
    server = start(0.1, false);
    expect([await next(), await next(), await next()]).toEqual(['starts one', 'listens one', 'serves one']);
    expect(await answers(port)).toEqual(['one']);
    source(`export const name = 'two'; export const port = ${port};`);
    server.restart();
    const said = [await next(), await next(), await next(), await next()];
    expect(said.toSorted()).toEqual(['closing one', 'listens two', 'serves two', 'starts two']);
    while ((await answers(port)).includes('one'));
    expect(await answers(port)).toEqual(['two']);
  });

  test('leaves the old application in place while the new one does not start, and says why', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next(), await nextReport()]).toEqual(['starts one', 'serves one', 'served']);
    source(`throw new Error('no boot');`);
    server.restart();
    expect(await nextReport()).toEqual({ fault: 'no boot', serves: true });
    source('process.exit(1);');
    server.restart();
    expect(await nextReport()).toEqual({ fault: null, serves: true });
    source(`export const name = 'two';`);
    server.restart();
    expect(await next()).toBe('starts two');
    expect([await next(), await next()].sort()).toEqual(['closing one', 'serves two']);
  });

  test('starts again after a first start that failed, and after an application that ended by itself', async () => {
    source('process.exit(1);');
    server = start();
    expect(await nextReport()).toEqual({ fault: null, serves: false });
    expect(await next()).toBe('stands in for The process ended. The terminal may say why.');
    source(`throw new Error('no boot');`);
    server.restart();
    expect([await nextReport(), await next()]).toEqual([{ fault: 'no boot', serves: false }, 'shows no boot']);
    source(`export const name = 'one'; export const ends = 3;`);
    server.restart();
    expect(await next()).toBe('starts one');
    expect([await next(), await next()].sort()).toEqual(['serves one', 'stands in no more']);
    expect(await nextReport()).toBe('served');
    expect(await nextReport()).toEqual({ fault: 'The application ended with 3.', serves: false });
    expect(await next()).toBe('stands in for The application ended with 3.');
    source(`export const name = 'two';`);
    server.restart();
    expect(await next()).toBe('starts two');
    expect([await next(), await next()].sort()).toEqual(['serves two', 'stands in no more']);
  });

  test('serves what was saved last when changes come faster than sources load', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next(), await nextReport()]).toEqual(['starts one', 'serves one', 'served']);
    source(`await new Promise((resolve) => setTimeout(resolve, 60_000)); export const name = 'two';`);
    server.restart();
    source(`export const name = 'three';`);
    server.restart({ cold: true });
    expect(await next()).toBe('starts three');
    expect([await next(), await next()].sort()).toEqual(['closing one', 'serves three']);
    expect(await nextReport()).toBe('served');
  });

  test('lets one application at a time have the connections: the old one until the new one serves, and then that one', async () => {
    const port = await freePort();
    const gate = createServer().listen(0, '127.0.0.1');
    await once(gate, 'listening');
    // The old one goes on to listen when it is to drain.
    source(`export const name = 'one'; export const port = ${port}; export const slow = true;`);
    server = start(60);
    expect([await next(), await next(), await next(), await nextReport()]).toEqual([
      'starts one',
      'listens one',
      'serves one',
      'served',
    ]);
    expect(await answers(port)).toEqual(['one']);
    source(`
      import { connect } from 'node:net';
      import { once } from 'node:events';
      export const name = 'two';
      export const port = ${port};
      export const opens = once(connect(${(gate.address() as AddressInfo).port}, '127.0.0.1').resume(), 'end');
    `);
    server.restart();
    const [opens] = (await once(gate, 'connection')) as [Socket];
    expect([await next(), await next()]).toEqual(['starts two', 'listens two']);
    expect(await answers(port)).toEqual(['one']);
    opens.end();
    expect(await nextReport()).toBe('served');
    expect(await answers(port)).toEqual(['two']);
    gate.close();
  });

  test('kills an application that does not drain in time', async () => {
    source(`export const name = 'one'; export const deaf = true;`);
    server = start();
    expect([await next(), await next(), await nextReport()]).toEqual(['starts one', 'serves one', 'served']);
    server.stop('SIGTERM');
    expect(await next()).toBe('closing one');
    expect(await server.ended).toBe(128 + 9);
  });

  test('ends with the exit code of the application', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next(), await nextReport()]).toEqual(['starts one', 'serves one', 'served']);
    server.stop('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
