import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { http } from '@taproot/testing';
import { limit } from '@taproot/throttle';
import { RawClient, statuses } from '../routing/server/raw-client.ts';
import { drivers } from '../support/drivers.ts';
import { tally } from '../throttle/support/limited.ts';
import { withRoutes as withRoutesOn } from '../throttle/support/routes.ts';
import { HostileApplication } from './wire/application.ts';
import { get, request } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

describe('clients', () => {
  interface Client {
    readonly ip: string;
    readonly scheme: string;
    readonly host: string;
  }

  describe.each(drivers)('on the %s driver', (driver) => {
    let application: HostileApplication | null = null;
    afterEach(async () => {
      await application?.close();
      application = null;
    });

    /** Opens, and resolves to what sends. */
    const open = async (http: object): Promise<(bytes: string) => Promise<string>> => {
      const opened = await HostileApplication.open(driver, { config: { http } });
      application = opened;
      return (bytes) => sendAttack(opened.port, bytes);
    };
    const clientOf = (received: string): Client => JSON.parse(received.slice(received.indexOf('{'))) as Client;
    const from = (...headers: string[]): string => get('/client', ...headers);

    test('HD-04 with trusted_hosts another host is 421, whoever names it', async () => {
      const send = await open({ trusted_hosts: ['good.test', '*.good.test'], trusted_proxies: ['127.0.0.1'] });
      for (const host of ['good.test', 'a.good.test:8080'])
        expect(statusesOf(await send(request('GET', '/health', [`Host: ${host}`])))).toEqual([200]);
      for (const host of ['evil.test', 'good.test.evil.test', 'evilgood.test'])
        expect(statusesOf(await send(request('GET', '/health', [`Host: ${host}`])))).toEqual([421]);
      const forwarded = request('GET', '/health', ['Host: good.test', 'X-Forwarded-Host: evil.test']);
      expect(statusesOf(await send(forwarded))).toEqual([421]);
    });

    test('IP-02 behind one proxy the right-most address counts, never what the client put before it', async () => {
      const send = await open({ trusted_proxies: 1 });
      expect(clientOf(await send(from('X-Forwarded-For: 6.6.6.6, 10.0.0.1'))).ip).toBe('10.0.0.1');
      expect(clientOf(await send(from('X-Forwarded-For: 6.6.6.6', 'X-Forwarded-For: 10.0.0.1'))).ip).toBe('10.0.0.1');
    });

    test('IP-03 a peer that is no trusted proxy is the client, whatever it sends', async () => {
      const send = await open({ trusted_proxies: ['10.0.0.0/8'] });
      const client = clientOf(
        await send(from('X-Forwarded-For: 6.6.6.6', 'X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https')),
      );
      expect(client).toEqual({ ip: '127.0.0.1', scheme: 'http', host: 'hostile.test' });
    });

    test('IP-04 every spelling of an address is one address, and what is none is the proxy that sent it', async () => {
      const send = await open({ trusted_proxies: ['127.0.0.1'] });
      const told = async (entry: string): Promise<string> => clientOf(await send(from(`X-Forwarded-For: ${entry}`))).ip;
      for (const entry of ['1.2.3.4', '1.2.3.4:55', '::ffff:1.2.3.4', '::FFFF:102:304', '[::ffff:1.2.3.4]:80'])
        expect([entry, await told(entry)]).toEqual([entry, '1.2.3.4']);
      for (const entry of ['unknown', '_hidden', '127.1', '0x7f.0.0.1', '', 'x'.repeat(4000)])
        expect([entry, await told(entry)]).toEqual([entry, '127.0.0.1']);
      expect(await told(Array(500).fill('127.0.0.1').join(', '))).toBe('127.0.0.1');
    });

    test('IP-05 the addresses of one IPv6 network are one client to a limit', async () => {
      const send = await open({ trusted_proxies: ['127.0.0.1'] });
      const statuses: (number | undefined)[] = [];
      for (let at = 0; at < 12; at++)
        statuses.push(statusesOf(await send(get('/limited/1', `X-Forwarded-For: 2001:db8::${at}:${at}`)))[0]);
      expect(statuses.slice(9)).toEqual([200, 429, 429]);
      expect(statusesOf(await send(get('/limited/1', 'X-Forwarded-For: 2001:db8:0:1::1')))).toEqual([200]);
    });

    test('TH-01 TH-06 TH-19 a client that changes header, path, query or method stays one client', async () => {
      const send = await open({});
      const forms = [
        get('/limited/1', 'X-Forwarded-For: 6.6.6.1'),
        get('/limited/2', 'X-Forwarded-For: 6.6.6.2'),
        get('/limited/1?x=1', 'X-Real-IP: 6.6.6.3'),
        get('/limited/1/', 'Forwarded: for=6.6.6.4'),
        request('HEAD', '/limited/1'),
      ];
      const replies: string[] = [];
      for (let at = 0; at < 14; at++) replies.push(await send(forms[at % forms.length] ?? ''));
      expect(replies.map((reply) => statusesOf(reply)[0])).toEqual([
        ...Array<number>(10).fill(200),
        429,
        429,
        429,
        429,
      ]);
      const refused = replies[10] ?? '';
      const retry = Number(/Retry-After: (\d+)/i.exec(refused)?.[1]);
      expect(retry).toBeGreaterThanOrEqual(1);
      expect(retry).toBeLessThanOrEqual(60);
      expect(refused).toMatch(/X-RateLimit-Limit: 10\r\n/i);
      expect(refused).toMatch(/X-RateLimit-Remaining: 0\r\n/i);
    });

    test('TH-02 two hundred requests at once: exactly ten pass', async () => {
      const send = await open({});
      const replies = await Promise.all(Array.from({ length: 200 }, () => send(get('/limited/1'))));
      expect(replies.filter((reply) => statusesOf(reply)[0] === 200)).toHaveLength(10);
      expect(replies.filter((reply) => statusesOf(reply)[0] === 429)).toHaveLength(190);
    });

    test('LA-04 two languages asked for in turn never mix', async () => {
      const send = await open({});
      const asked = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'fr' : 'en'));
      for (let at = 0; at < asked.length; at += 50) {
        const turn = asked.slice(at, at + 50);
        const replies = await Promise.all(turn.map((locale) => send(get(`/locale?l=${locale}`))));
        expect(replies.map((reply) => reply.slice(reply.indexOf('\r\n\r\n') + 4))).toEqual(
          turn.map((locale) => (locale === 'fr' ? 'Bonjour' : 'Hello')),
        );
      }
    });
  });

  const kept = (method: string, path: string, type: string, body: string): string =>
    request(method, path, ['Connection: keep-alive', `Content-Type: ${type}`], body);

  /** Requests whose bodies are refused before their end. */
  const refused: readonly (readonly [what: string, request: string])[] = [
    [
      'a part without a name',
      kept('POST', '/upload', 'multipart/form-data; boundary=B', `--B\r\nX: y\r\n\r\n${'x'.repeat(500)}\r\n--B--\r\n`),
    ],
    [
      'a field too long',
      kept(
        'POST',
        '/upload',
        'multipart/form-data; boundary=B',
        `--B\r\nContent-Disposition: form-data; name="${'n'.repeat(101)}"\r\n\r\nx\r\n--B--\r\n`,
      ),
    ],
    ['an unknown type', kept('POST', '/input', 'application/x-nothing', 'x'.repeat(500))],
    ['an unknown path', kept('POST', '/nowhere', 'application/json', '{"a":1}')],
  ];

  const cases = drivers.flatMap((driver) => refused.map(([what, bytes]) => ({ driver, what, bytes })));
  const applications = new Map<string, HostileApplication>();
  beforeAll(async () => {
    for (const driver of drivers) applications.set(driver, await HostileApplication.open(driver));
  });
  afterAll(() => Promise.all([...applications.values()].map((application) => application.close())));

  // Proxies share connections between clients: what one sends must not cost another its request.
  test.concurrent.each(cases)(
    'BD-21 on the $driver driver, behind $what the connection serves on, and is not cut a second later',
    async ({ driver, bytes }) => {
      const client = await RawClient.open(applications.get(driver)?.port ?? 0);
      try {
        client.send(bytes);
        const good = request('GET', '/slow?ms=300', ['Connection: keep-alive']);
        for (let round = 1; round <= 5; round++) {
          client.send(good);
          await client.until('slow', round);
          await wait(20);
        }
        expect(statuses(client.received).slice(1)).toEqual([200, 200, 200, 200, 200]);
        expect(client.reset).toBe(false);
      } finally {
        client.socket.destroy();
      }
    },
  );
});

const ok: Handler = (ctx) => ctx.response().success().string('ok');

describe.each(drivers)('on the %s driver', (driver) => {
  const withRoutes: typeof withRoutesOn = ({ config = {}, ...options }, work) => {
    const http = typeof config.http === 'object' ? config.http : {};
    return withRoutesOn({ ...options, config: { ...config, http: { driver, ...http } } }, work);
  };

  test('TH-01 a client that invents a forwarded address for each request stays one client', async () => {
    await withRoutes(
      {
        routes: (route, middleware) => route.middleware(middleware.throttle('10,1')).get('/', ok),
      },
      async (app) => {
        const statuses = [];
        for (let n = 0; n < 14; n++) {
          const client = http(app).withHeaders({ 'X-Forwarded-For': `6.6.6.${n}`, Forwarded: `for=6.6.6.${n}` });
          statuses.push((await client.get('/')).status);
        }
        expect(tally(statuses)).toEqual({ 200: 10, 429: 4 });
      },
    );
  });

  test('TH-01 behind a trusted proxy each client has its own count, however its address is spelt', async () => {
    await withRoutes(
      {
        config: { http: { trusted_proxies: ['127.0.0.1'] } },
        routes: (route, middleware) => route.middleware(middleware.throttle('1,1')).get('/', ok),
      },
      async (app) => {
        const from = async (address: string) =>
          (await http(app).withHeader('X-Forwarded-For', address).get('/')).status;
        expect([await from('2001:DB8::1'), await from('2001:db8:0:0::2'), await from('2001:db8:0:1::1')]).toEqual([
          200, 429, 200,
        ]);
        expect([await from('1.2.3.4'), await from('::ffff:1.2.3.4')]).toEqual([200, 429]);
      },
    );
  });

  test('TH-02 two hundred requests at once over sockets of their own: exactly ten pass', async () => {
    await withRoutes(
      { routes: (route, middleware) => route.middleware(middleware.throttle('10,1')).get('/', ok) },
      async (app) => {
        await app.open();
        const { port = 0 } = app.facades.Http().address ?? {};
        const status = (): Promise<number> =>
          new Promise((resolve, reject) => {
            const socket = connect(port, '127.0.0.1');
            let received = '';
            socket.on('data', (chunk) => (received += String(chunk)));
            socket.on('error', reject);
            socket.on('close', () => resolve(Number(received.split(' ', 2)[1])));
            socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
          });
        const statuses = await Promise.all(Array.from({ length: 200 }, status));
        expect(tally(statuses)).toEqual({ 200: 10, 429: 190 });
      },
    );
  });

  test('TH-17 a key from the request, whatever is in it, neither breaks nor reaches a header', async () => {
    await withRoutes(
      {
        limiters: (limiter) => limiter.for('api', (ctx) => limit.perMinute(1).by(ctx.request().query('key', 'none'))),
        routes: (route, middleware) => route.middleware(middleware.throttle('api')).get('/', ok),
      },
      async (app) => {
        const keys = ['__proto__', 'constructor', 'a%0d%0aX-Evil:%201', '%00', '%F0%9F%98%80', 'x'.repeat(7000)];
        const statuses = [];
        for (const key of [...keys, ...keys]) {
          const { status, headers } = await http(app).get(`/?key=${key}`);
          statuses.push(status);
          expect(headers.get('x-evil')).toBeNull();
        }
        expect(statuses).toEqual([...keys.map(() => 200), ...keys.map(() => 429)]);
        expect((await http(app).get('/?key=')).status).toBe(500);
      },
    );
  });

  test('TH-16 a limiter that takes long keeps requests waiting, and lets none pass', async () => {
    let reached = 0;
    await withRoutes(
      {
        config: { http: { request_timeout: 0.2 } },
        limiters: (limiter) => limiter.for('api', () => new Promise(() => undefined)),
        routes: (route, middleware) =>
          route.middleware(middleware.throttle('api')).get('/', (ctx) => {
            reached++;
            return ok(ctx);
          }),
      },
      async (app) => {
        expect((await http(app).get('/')).status).toBe(503);
        expect(reached).toBe(0);
      },
    );
  });
});
