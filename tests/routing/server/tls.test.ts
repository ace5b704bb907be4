import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createForwarded } from '../../../plugins/routing/src/server/client-address.ts';
import { HttpServer } from '../../../plugins/routing/src/server/http-server.ts';
import { cert, key, otherKey } from './certificate.ts';
import { closeServers, httpConfig, openServer } from './open-server.ts';
import { get, statuses } from './raw-client.ts';

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taproot-tls-'));
  const texts = { 'cert.pem': cert, 'key.pem': key, 'other.pem': otherKey, 'no.pem': 'no PEM' };
  await Promise.all(Object.entries(texts).map(([name, text]) => writeFile(file(name), text)));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(closeServers);

const good = () => ({ cert: file('cert.pem'), key: file('key.pem') });

const open = (port: number): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' }, () => resolve(socket));
    socket.once('error', reject);
  });

const closed = (socket: { once(event: 'close', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => void socket.once('close', resolve));

const collect = async (socket: TLSSocket): Promise<string> => {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  await closed(socket);
  return received;
};

describe('HTTPS', () => {
  test('serves over TLS when both files are given, and knows its scheme', async () => {
    const forwarded = createForwarded([]);
    const { port, address } = await openServer((req, res) => res.end(forwarded(req).proto), { tls: good() });
    expect(address.url).toBe(`https://127.0.0.1:${port}`);
    const socket = await open(port);
    socket.write(get('/'));
    expect(await collect(socket)).toMatch(/^HTTP\/1\.1 200 [^]*https$/);
  });

  test('LC-08 closing answers what is in flight and ends idle connections', async () => {
    let finish = (): void => undefined;
    const { port, server } = await openServer(
      (req, res) => {
        if (req.url === '/idle') res.end('idle');
        else finish = () => void res.end('done');
      },
      { tls: good() },
    );
    const idle = await open(port);
    idle.write(get('/idle', 'Accept: */*'));
    await new Promise((resolve) => idle.once('data', resolve));
    const busy = await open(port);
    const reply = collect(busy);
    busy.write(get('/busy', 'Accept: */*'));
    const ended = closed(idle);
    const closing = server.close(10);
    await ended;
    finish();
    expect(await closing).toBe(0);
    expect(statuses(await reply)).toEqual([200]);
  });

  test('at the deadline connections are destroyed, those still shaking hands too', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { port, server } = await openServer(() => arrive(), { tls: good() });
    const mute = connectPlain(port, '127.0.0.1');
    mute.on('error', () => undefined);
    const muteClosed = closed(mute);
    const busy = await open(port);
    busy.on('error', () => undefined);
    const busyClosed = closed(busy);
    busy.write(get('/'));
    await arrived;
    expect(await server.close(0.2)).toBe(2);
    await Promise.all([muteClosed, busyClosed]);
  });

  test.each([
    ['a certificate that is not there', 'gone.pem', 'key.pem', 'http.tls.cert', 'gone.pem'],
    ['a key that is not there', 'cert.pem', 'gone.pem', 'http.tls.key', 'gone.pem'],
    ['a certificate that is none', 'no.pem', 'key.pem', 'http.tls.cert', 'no.pem'],
    ['a key that is none', 'cert.pem', 'no.pem', 'http.tls.key', 'no.pem'],
    ['the key of another certificate', 'cert.pem', 'other.pem', 'http.tls.key', 'other.pem'],
  ])('%s is an error that names setting and file', async (_name, certFile, keyFile, setting, named) => {
    const tls = { cert: file(certFile), key: file(keyFile) };
    const server = new HttpServer({
      listener: (_req, res) => res.end(),
      config: httpConfig({ tls }),
      report: () => undefined,
    });
    await expect(server.open()).rejects.toMatchObject({
      code: 'E_TLS_FILE',
      message: expect.stringMatching(new RegExp(`^${setting} ".*${named}"`)),
    });
  });

  test('one file of the two is an error, never plain HTTP', async () => {
    for (const tls of [
      { ...good(), key: null },
      { ...good(), cert: null },
    ]) {
      const server = new HttpServer({
        listener: (_req, res) => res.end(),
        config: httpConfig({ tls }),
        report: () => undefined,
      });
      await expect(server.open()).rejects.toMatchObject({ code: 'E_TLS_FILE' });
    }
  });
});
