import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DevServer } from '../../../plugins/console/src/watch/dev-server.ts';

// Does what `serve` does, without an application: loads its source, waits for its turn, and says how far it is.
const program = `
import { connect } from 'node:net';
const socket = connect(Number(process.argv[2]));
const say = (line) => new Promise((done) => socket.write(line + '\\n', done));
const { name, ends, deaf } = await import('./source.mjs');
await say('loaded ' + name);
process.send('loaded');
await new Promise((resolve) => process.once('message', resolve));
process.on('SIGTERM', async () => {
  await say('closing ' + name);
  if (!deaf) process.exit(0);
});
await say('serves ' + name);
if (ends !== undefined) process.exit(ends);
`;

let folder: string;
let hub: Server;
let server: DevServer;
let reports: string[];
const lines: string[] = [];
let arrived: () => void = () => undefined;

/** The next line that one of the processes said. */
const next = async (): Promise<string> => {
  while (lines.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
  return lines.shift() ?? '';
};

const source = (text: string): void => writeFileSync(join(folder, 'source.mjs'), text);

let reported: () => void = () => undefined;

const start = (): DevServer => {
  const { port } = hub.address() as AddressInfo;
  return new DevServer({
    args: ['program.mjs', String(port)],
    cwd: folder,
    grace: [50, 200],
    report: (message) => {
      reports.push(message);
      reported();
    },
  });
};

const nextReport = () => new Promise<void>((resolve) => (reported = resolve));

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dev-server-')));
  writeFileSync(join(folder, 'program.mjs'), program);
  reports = [];
  lines.length = 0;
  hub = createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      arrived();
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
});

afterEach(async () => {
  server.stop('SIGKILL');
  await server.ended;
  hub.close();
  rmSync(folder, { recursive: true });
});

describe('F-1, E-12 the server of development', () => {
  test('closes the old server only when the sources of the new one are loaded', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    source(`export const name = 'two';`);
    server.restart();
    expect([await next(), await next(), await next()]).toEqual(['loaded two', 'closing one', 'serves two']);
    expect(reports).toEqual([]);
  });

  test('leaves the old server in place while the sources do not load', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    source('process.exit(1);');
    const told = nextReport();
    server.restart();
    await told;
    expect(reports).toEqual(['The server still runs what it loaded before. Waiting for a change.']);
    source(`export const name = 'two';`);
    server.restart();
    expect([await next(), await next(), await next()]).toEqual(['loaded two', 'closing one', 'serves two']);
  });

  test('starts again after a first start that failed, and after a server that ended by itself', async () => {
    source('process.exit(1);');
    const failed = nextReport();
    server = start();
    await failed;
    const ended = nextReport();
    source(`export const name = 'one'; export const ends = 3;`);
    server.restart();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    await ended;
    expect(reports).toEqual([
      'The server ended with 1. Waiting for a change.',
      'The server ended with 3. Waiting for a change.',
    ]);
    source(`export const name = 'two';`);
    server.restart();
    expect([await next(), await next()]).toEqual(['loaded two', 'serves two']);
  });

  test('serves what was saved last when changes come faster than sources load', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    source(`export const name = 'two';`);
    server.restart();
    source(`export const name = 'three';`);
    server.restart();
    const said = [await next(), await next(), await next()];
    // The first of the two may have come far enough to say that it is loaded.
    if (said[0] === 'loaded two') said.push(await next());
    expect(said.filter((line) => line !== 'loaded two')).toEqual(['loaded three', 'closing one', 'serves three']);
    expect(reports).toEqual([]);
  });

  test('ends a server that does not close, with a second signal and at last without one', async () => {
    source(`export const name = 'one'; export const deaf = true;`);
    server = start();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    source(`export const name = 'two';`);
    server.restart();
    const said = [await next(), await next(), await next(), await next()];
    expect(said).toEqual(['loaded two', 'closing one', 'closing one', 'serves two']);
  });

  test('ends with the exit code of its server', async () => {
    source(`export const name = 'one';`);
    server = start();
    expect([await next(), await next()]).toEqual(['loaded one', 'serves one']);
    server.stop('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('ends at once where no server is left', async () => {
    source('process.exit(1);');
    const failed = nextReport();
    server = start();
    await failed;
    server.stop();
    expect(await server.ended).toBe(0);
  });
});
