import { expect, test } from '@jest/globals';
import type { Suite } from '@taproot/testing/conformance';
import { RawClient, statuses } from '../../routing/server/raw-client.ts';
import { freePort } from '../../support/free-port.ts';
import { withSeconds } from '../../support/with-seconds.ts';

/** A handler's answer that waits until the test lets it go. */
class Gate {
  readonly arrived: Promise<void>;
  #arrive: () => void = () => undefined;
  #open: () => void = () => undefined;
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  constructor() {
    this.arrived = new Promise((resolve) => (this.#arrive = resolve));
  }

  async pass(): Promise<void> {
    this.#arrive();
    await this.#opened;
  }

  open(): void {
    this.#open();
  }
}

const request = (path: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`;

/** Connections: keep-alive, pipelining, limits, timeouts, shutdown. */
export const wire = (suite: Suite): void => {
  test('PL-04 pipelined requests run one after another, each when the replies before it are sent', async () => {
    const gate = new Gate();
    const ran: string[] = [];
    const { port, url } = await suite.open((route) => {
      route.get('/slow', async (ctx) => {
        await gate.pass();
        ran.push('slow');
        return ctx.response().string(200, 'slow');
      });
      route.get('/quick/{n}', (ctx) => {
        ran.push(`quick ${ctx.request().route('n')}`);
        return ctx.response().string(200, `quick ${ctx.request().route('n')}`);
      });
      route.get('/open', () => gate.open());
    });
    const client = await RawClient.open(port);
    client.send(request('/slow') + request('/quick/1') + request('/quick/2', 'Connection: close'));
    await fetch(`${url}/open`);
    expect([...(await client.closed).matchAll(/slow|quick \d/g)].map(String)).toEqual(['slow', 'quick 1', 'quick 2']);
    expect(ran).toEqual(['slow', 'quick 1', 'quick 2']);
  });

  test.each(['gzip, chunked', 'identity, chunked'])(
    'S-11: a body sent with Transfer-Encoding: %s is 501, its bytes are not read, and the connection is closed',
    async (coding) => {
      let read = false;
      const { port } = await suite.open((route) => route.post('/', () => void (read = true)));
      const client = await RawClient.open(port);
      client.send(
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\nContent-Type: text/plain\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
      );
      const reply = await client.closed;
      expect([statuses(reply), read]).toEqual([[501], false]);
      expect(reply).toMatch(/\r\nConnection: close\r\n[^]*"E_TRANSFER_CODING"/);
      // D-7: the client reads which coding it was.
      expect(reply).toContain(JSON.stringify(`The transfer coding "${coding}" is not supported.`));
    },
  );

  test('S-11: chunked alone is read, however it is written', async () => {
    const { port } = await suite.open((route) =>
      route.post('/', async (ctx) => ctx.response().json(200, await ctx.request().body())),
    );
    const client = await RawClient.open(port);
    client.send(
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding:  Chunked \r\nContent-Type: text/plain\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
    );
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 [^]*"hi"$/);
  });

  test('a connection is kept for the next request, also behind errors and misses, and closed when asked to', async () => {
    const { port } = await suite.open((route) => {
      route.get('/', (ctx) => ctx.response().string(200, 'ok'));
      route.get('/throw', () => Promise.reject(new Error('no')));
    });
    const client = await RawClient.open(port);
    const paths = ['/', '/none', '/throw', '/%FF', '/'];
    for (const path of paths) client.send(request(path, ...(path === '/' ? [] : ['Accept: */*'])));
    client.send(request('/', 'Connection: close'));
    expect(statuses(await client.closed)).toEqual([200, 404, 500, 400, 200, 200]);
    const old = await RawClient.open(port);
    expect(await old.send('GET / HTTP/1.0\r\n\r\n').closed).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
  });

  test('BD-17 100 Continue is sent to whoever is let in, and to nobody who is refused', async () => {
    const { raw } = await suite.open((route) =>
      route.post('/', (ctx) => ctx.response().json(200, ctx.request().all())),
    );
    const expecting = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    expect(statuses(await raw(`${expecting('/')}{"a":1}`))).toEqual([100, 200]);
    expect(statuses(await raw(`${expecting('/unknown')}{"a":1}`))).toEqual([404]);
  });

  test('limits hold: target 414, header bytes and count 431', async () => {
    const http = { max_url: 100, max_headers: { bytes: 2000, count: 10 } };
    const { raw } = await suite.open((route) => route.get('/{a*}', (ctx) => ctx.response().string(200, 'ok')), {
      config: { http },
    });
    const status = async (path: string, ...headers: string[]) =>
      statuses(await raw(request(path, 'Connection: close', ...headers)))[0];
    expect(await status(`/${'a'.repeat(99)}`)).toBe(200);
    expect(await status(`/${'a'.repeat(100)}`)).toBe(414);
    expect(await status('/a', `X: ${'x'.repeat(3000)}`)).toBe(431);
    expect(await status('/a', ...Array.from({ length: 9 }, (_, at) => `X-${at}: x`))).toBe(431);
  });

  test('LC-07 a handler that takes too long is answered 503 and told by the signal', async () => {
    await withSeconds(async (pass) => {
      let reason: unknown = null;
      const gate = new Gate();
      const { url } = await suite.open(
        (route) =>
          route.get('/', async (ctx) => {
            const signal = ctx.request().signal();
            signal.addEventListener('abort', () => (reason = signal.reason));
            await gate.pass();
            return ctx.response().noContent();
          }),
        { config: { http: { request_timeout: 1 } } },
      );
      const asked = fetch(url);
      await gate.arrived;
      pass();
      expect(reason).toBe(null);
      pass();
      expect((await asked).status).toBe(503);
      expect(reason).toMatchObject({ code: 'E_REQUEST_TIMEOUT' });
      gate.open();
    });
  });

  test('LC-08 requests in flight are answered while the application closes, with Connection: close', async () => {
    const gates = [new Gate(), new Gate(), new Gate()];
    const port = await freePort();
    const { close } = await suite.open(
      (route) =>
        route.get('/{n}', async (ctx) => {
          await gates[ctx.request().routeInt('n')]?.pass();
          return ctx.response().json(200, { n: ctx.request().routeInt('n') });
        }),
      { config: { http: { port } } },
    );
    const clients = await Promise.all(gates.map(() => RawClient.open(port)));
    for (const [at, client] of clients.entries()) client.send(request(`/${at}`));
    await Promise.all(gates.map((gate) => gate.arrived));
    const closed = close();
    for (const gate of gates) gate.open();
    for (const [at, client] of clients.entries()) {
      const reply = await client.closed;
      expect(reply).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/);
      expect(reply).toContain(`{"n":${at}}`);
    }
    await closed;
    await expect(RawClient.open(port)).rejects.toThrow();
  });
};
