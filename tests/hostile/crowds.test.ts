import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { exchange, RawClient, statuses } from '../routing/server/raw-client.ts';
import { allClosed } from '../routing/support/open-files.ts';
import { drivers } from '../support/drivers.ts';
import { fuzzBodies } from './support/fuzz-bodies.ts';
import { hostileSoak } from './support/hostile-soak.ts';
import { isolation } from './support/isolation.ts';
import { leavesAtEveryByte, PipelinedServer, pipelinedTraffic, readsNothing } from './support/pipelined.ts';
import { slowCrowd } from './support/slow-crowd.ts';
import { slowReaders } from './support/slow-readers.ts';
import { HostileApplication } from './wire/application.ts';
import { get, request } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

test.each(drivers)(
  'on the %s driver mutated bodies are read or refused, never 500, and leave nothing behind',
  async (driver) => {
    const application = await HostileApplication.open(driver, { config: { http: { keep_alive_timeout: 60 } } });
    try {
      const { faults, statuses } = await fuzzBodies(application, 100, 13);
      expect(faults).toEqual([]);
      for (const status of [200, 400, 422]) expect(statuses[status]).toBeGreaterThan(0);
    } finally {
      await application.close();
    }
  },
  60_000,
);

test.each(drivers)(
  'VA-36 on the %s driver no request sees values, user, locale, input or messages of another',
  async (driver) => {
    expect((await isolation(driver, 100)).mixed).toEqual([]);
  },
  60_000,
);

const MiB = 1024 * 1024;

test.concurrent.each(drivers)(
  'on the %s driver a crowd of slow clients is closed in time, costs little, and holds up nobody',
  async (driver) => {
    const http = { headers_timeout: 1, body_rate: { bytes: 240, grace: 1 } };
    const { good, wrong, unanswered, grown } = await slowCrowd(driver, { headers: 20, bodies: 5 }, http);
    expect(wrong).toEqual([]);
    expect(unanswered).toBe(0);
    expect(good).toBeGreaterThan(10);
    // How fast is up to `slow-clients` of tests/long.
    expect(grown / MiB).toBeLessThan(50);
  },
  30_000,
);

test.concurrent.each(drivers)(
  'LC-23 on the %s driver good requests among hostile ones are all answered rightly',
  async (driver) => {
    const soak = await hostileSoak({ driver, baseline: 0.2, seconds: 0.5, rate: 200, seed: 3 });
    expect(soak.faults).toEqual([]);
    expect(soak.good).toBeGreaterThan(10);
    expect(soak.hostile).toBeGreaterThan(1);
  },
  60_000,
);

const limits = { headers_timeout: 1, body_rate: { bytes: 240, grace: 1 } };
const good = request('GET', '/health');
const head = (length: number, type = 'application/json', path = '/input'): string =>
  request('POST', path, [`Content-Type: ${type}`, `Content-Length: ${length}`], '');

describe.each(drivers)('on the %s driver', (driver) => {
  let application: HostileApplication;
  const clients: RawClient[] = [];
  const open = async (port = application.port): Promise<RawClient> => {
    const client = await RawClient.open(port);
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    application = await HostileApplication.open(driver, { config: { http: limits } });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.destroy();
  });
  afterAll(() => application.close());

  const served = async (): Promise<void> => {
    expect(statuses(await (await open()).send(good).closed)).toEqual([200]);
  };

  test('BD-13 a body of which one byte comes is 408, and so is one that comes too slowly', async () => {
    const silent = await open();
    const dripping = await open();
    silent.send(`${head(100)}{`);
    dripping.send(head(100_000));
    const drip = setInterval(() => dripping.socket.destroyed || dripping.send(' '.repeat(10)), 100);
    for (const reply of await Promise.all([silent.closed, dripping.closed])) {
      expect(statuses(reply)).toEqual([408]);
      expect(reply).toContain('E_BODY_SLOW');
    }
    clearInterval(drip);
  });

  test('BD-14 of 100 connections with half a header each is closed in time, and a new client is served at once', async () => {
    const slow: RawClient[] = [];
    while (slow.length < 100) slow.push(...(await Promise.all(Array.from({ length: 50 }, open))));
    for (const client of slow) client.send('GET / HTTP/1.1\r\nHost: a.te');
    // Resolves only when all of them are closed; `slow-clients` of tests/long says how soon a thousand are.
    const closed = Promise.all(slow.map((client) => client.closed));
    await served();
    expect((await closed).filter((reply) => statuses(reply)[0] !== 408)).toEqual([]);
  }, 30_000);

  test('BD-16 half a body and then the end never reaches the handler', async () => {
    const client = await open();
    client.socket.end(`${head(50)}{"a":1}`);
    expect(await client.closed).not.toMatch(/HTTP\/1\.1 200/);
    await served();
  });

  test('UP-04 a client that leaves in the middle of its file leaves none behind', async () => {
    const client = await open();
    client.send(
      `${head(4 * MiB, 'multipart/form-data; boundary=B', '/upload')}--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${'x'.repeat(MiB)}`,
    );
    while ((await application.spooled()).length === 0) await wait(5);
    client.socket.destroy();
    expect(await application.leftSpooled()).toEqual([]);
    await allClosed(join(application.directory, 'spool'));
  });

  test('LC-04 twenty clients that leave a stream of 64 MiB early leave no work behind', async () => {
    // On a busy machine the last of them ask later than `limits` allow.
    const patient = await HostileApplication.open(driver);
    try {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open(patient.port)));
      await Promise.all(
        sockets.map(async (client) => {
          client.send('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
          await client.until('b'.repeat(1000));
          client.socket.pause();
        }),
      );
      for (const { socket } of sockets) socket.destroy();
      await Promise.all(sockets.map(({ closed }) => closed));
      expect(statuses(await (await open(patient.port)).send(good).closed)).toEqual([200]);
    } finally {
      await patient.close();
    }
  });

  test('ST-13 50 clients that take one byte a second of 100 MiB cost little memory, and others are served', async () => {
    expect((await slowReaders(application, 50, served)) / MiB).toBeLessThan(100);
  }, 60_000);
});

/** Holds the event loop up, as a busy handler does, but leaves the processor to others. */
const block = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

describe.each(drivers)('on the %s driver', (driver) => {
  let application: HostileApplication;
  const waiting: number[] = [];

  const open = async (http: object): Promise<void> => {
    application = await HostileApplication.open(driver, {
      config: { http },
      apply: (app) => {
        app.facades.Route().get('/block', (ctx) => {
          block(700);
          return ctx.response().string(200, 'blocked');
        });
        app.facades.Route().get('/busy', (ctx) => {
          block(10);
          return ctx.response().string(200, 'done');
        });
        app.facades
          .Route()
          .get('/critical', () => ({ here: true }))
          .meta({ priority: 'critical' });
        app.facades.Route().get('/delay', (ctx) => {
          waiting.push(app.facades.Http().serverLoad.delay);
          return ctx.response().string(200, 'told');
        });
      },
    });
  };
  afterEach(async () => {
    waiting.length = 0;
    await application.close();
  });

  /** Resolves once the loop has been found idle. */
  const settled = async (): Promise<void> => {
    while (
      application.app.facades.Http().serverLoad.delay > 0.05 ||
      application.app.facades.Http().serverLoad.overloaded
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
  };

  /** Asks for `path` ten times while a handler blocks everything; the statuses, that of the handler first. */
  const askWhileBlocked = async (path: string): Promise<(number | undefined)[]> => {
    await settled();
    const blocked = sendAttack(application.port, get('/block'));
    const others = Array.from({ length: 10 }, () => sendAttack(application.port, get(path, 'Origin: https://a.test')));
    return (await Promise.all([blocked, ...others])).map((reply) => statusesOf(reply)[0]);
  };

  test('LC-22 a server with too much work serves some at once and refuses the others, whatever they ask for', async () => {
    await open({ overload: { max_wait: 0.02 } });
    const refused: string[] = [];
    // Every wave is more work than the time until the next one.
    while (refused.length === 0) {
      const wave = await Promise.all(
        Array.from({ length: 30 }, () => sendAttack(application.port, get('/busy', 'Origin: https://a.test'))),
      );
      const statuses = wave.map((reply) => statusesOf(reply)[0]);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      refused.push(...wave.filter((reply) => statusesOf(reply)[0] === 503));
    }
    for (const reply of refused) {
      expect(reply).toMatch(/\r\nRetry-After: [1-5]\r\n/i);
      expect(reply).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/i);
      expect(reply).toContain('E_OVERLOADED');
    }
    expect(application.reported).toEqual([expect.objectContaining({ code: 'E_OVERLOADED' })]);
    expect(application.app.facades.Http().serverLoad.refused).toBeGreaterThanOrEqual(refused.length);
    await settled();
    expect(statusesOf(await sendAttack(application.port, get('/busy')))).toEqual([200]);
  });

  test('LC-22 a critical route is served by a server that refuses others', async () => {
    await open({ overload: { max_wait: 0.02 } });
    const seen = new Set<number | undefined>();
    while (!seen.has(503)) {
      const wave = Array.from({ length: 30 }, () => sendAttack(application.port, get('/busy')));
      expect(statusesOf(await sendAttack(application.port, get('/critical')))).toEqual([200]);
      for (const reply of await Promise.all(wave)) seen.add(statusesOf(reply)[0]);
    }
  });

  test('LC-22 the mode report refuses nothing, and counts what it would refuse', async () => {
    await open({ overload: { max_wait: 0.02, mode: 'report' } });
    const { serverLoad: load } = application.app.facades.Http();
    while (load.refused === 0) {
      const wave = Array.from({ length: 30 }, () => sendAttack(application.port, get('/busy')));
      for (const reply of await Promise.all(wave)) expect(statusesOf(reply)).toEqual([200]);
    }
  });

  test('LC-22 requests behind a handler that blocked once are all answered, and a health check sees the delay', async () => {
    await open({});
    expect(await askWhileBlocked('/delay')).toEqual(Array(11).fill(200));
    expect(Math.max(...waiting)).toBeGreaterThan(0.5);
    await settled();
    await sendAttack(application.port, get('/delay'));
    expect(waiting.at(-1)).toBeLessThan(0.5);
    expect(application.reported).toEqual([]);
  });
});

const getOfPipelined = (path: string, id: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', `X-N: ${id}`, ...headers].join('\r\n')}\r\n\r\n`;

const post = (path: string, id: string, body: string, ...headers: string[]): string =>
  `POST ${path} HTTP/1.1\r\n${['Host: x', `X-N: ${id}`, `Content-Length: ${body.length}`, ...headers].join('\r\n')}\r\n\r\n${body}`;

describe.each(drivers)('on the %s driver', (driver) => {
  let server: PipelinedServer;

  beforeAll(async () => {
    server = await PipelinedServer.start(driver);
  });
  afterAll(() => server.stop());

  test('PL-01 requests behind one whose Expect was not answered with 100 are not served, and the process lives', async () => {
    const text = `${getOfPipelined('/nothing', 'a', 'Expect: 100-continue')}${post('/', 'b', '{}')}${getOfPipelined('/nothing', 'c')}{}`;
    await server.held();
    for (let round = 0; round < 5; round++) expect(statuses(await exchange(server.port, text))).toEqual([404]);
    expect((await server.held()).executed).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  test('PL-02 half an upload behind a slow request, whose client leaves, does not end the process', async () => {
    const upload = 'POST /upload HTTP/1.1\r\nHost: x\r\nX-N: b\r\nContent-Type: multipart/form-data; boundary=B\r\n';
    for (const half of [
      'Content-Length: 900\r\n\r\n--B\r\nContent-Dis',
      'Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n',
    ])
      for (let round = 0; round < 5; round++) {
        const client = await RawClient.open(server.port);
        await client.flush(getOfPipelined('/late', 'a') + upload + half);
        client.socket.destroy();
        await server.held();
      }
    expect(server.ended).toBeNull();
  });

  test('PL-03 PL-04 clients that send 63 KB of requests for a file, and read nothing, hold a file each', async () => {
    const { descriptors, bytes } = await readsNothing(server);
    // Four connections and four files.
    expect(descriptors).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThan(60 * MiB);
  }, 30_000);

  test('PL-05 what follows an answer that closes is not executed', async () => {
    await server.held();
    const large = post('/json', 'a', 'u'.repeat(70_000), 'Content-Type: application/x-unknown');
    const six = Array.from({ length: 6 }, (_, n) =>
      post('/json', `b${n}`, '{"name":"Ada"}', 'Content-Type: application/json'),
    );
    expect(statuses(await exchange(server.port, large + six.join('')))).toEqual([415]);
    expect((await server.held()).executed).toEqual(['a']);
    expect(statuses(await exchange(server.port, post('/closes', 'c', '') + six.join('')))).toEqual([200]);
    expect((await server.held()).executed).toEqual(['c']);
  });

  test('generated sequences of requests leave nothing behind, and none runs that cannot be answered', async () => {
    const { faults, executed, statuses: seen } = await pipelinedTraffic(server, 400, 7);
    expect(faults).toEqual([]);
    expect(executed).toBeGreaterThan(50);
    expect(seen).toEqual(expect.arrayContaining(['200', '400', '404']));
  }, 60_000);

  test('a client that leaves after any ninth byte of a sequence leaves nothing behind', async () => {
    expect(await leavesAtEveryByte(server, 9)).toEqual([]);
  }, 60_000);
});

test.each(['koa', 'fastify'])(
  'the pipeline of %s holds the same',
  async (driver) => {
    const server = await PipelinedServer.start(driver, { native: true });
    try {
      expect((await pipelinedTraffic(server, 50, 11)).faults).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  60_000,
);
