import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { crypt } from '@taproot/crypt';
import { transaction } from '@taproot/database';
import { pluginChecks } from '@taproot/testing';
import { webhook, webhooks } from '@taproot/webhooks';
import { fakeWebhooks, replaceDns } from '@taproot/webhooks/testing';
import { isPresent, mysql, pgsql } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { workUntilEmpty } from '../queue/support/application.ts';
import { boot, dueNow } from './support/application.ts';
import { Webhook as Verifier } from './support/verify.ts';

const orderPaid = webhook<{ order: number }>('order.paid');
const orderSent = webhook<{ order: number }>('order.sent');

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};

/** A receiver that answers by a function; 204 by default. */
const receiver = async (answer: RequestListener = (_req, res) => void res.writeHead(204).end()) => {
  const got: Got[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      got.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
      answer(req, res);
    });
  });
  const port = await listen(server);
  servers.push({ close: () => server.closeAllConnections() });
  return { got, url: `http://127.0.0.1:${port}/hooks` };
};

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) =>
    void res.writeHead(code, headers).end();

test('a webhook is signed by Standard Webhooks, and is delivered once', async () => {
  const { got, url } = await receiver();
  const booted = await boot();
  const hooks = booted.app.facades.Webhooks();
  const { id, secret } = await hooks.add({ url });
  const sent = await hooks.send(id, orderPaid, { order: 7 });
  expect(got).toEqual([]);
  expect(await workUntilEmpty(booted)).toBe(1);
  expect(got).toHaveLength(1);
  const [{ headers, body }] = got as [Got];
  expect(JSON.parse(body)).toEqual({ type: 'order.paid', timestamp: expect.any(String), data: { order: 7 } });
  expect(headers).toMatchObject({ 'webhook-id': sent, 'content-type': 'application/json' });
  expect(new Verifier(secret).verify(body, headers)).toBe(true);
  expect(new Verifier(secret).verify(`${body} `, headers)).toBe(false);
  expect(await hooks.deliveries()).toMatchObject([{ id: sent, state: 'done', attempt: 1, status: 204, error: null }]);
});

test('it is a part of the transaction', async () => {
  const { got, url } = await receiver();
  const booted = await boot();
  const hooks = booted.app.facades.Webhooks();
  const { id } = await hooks.add({ url, owner: 1 });
  const work = (order: number, fails: boolean) =>
    transaction(
      booted.db,
      async () => {
        await hooks.publish(orderPaid, { order }, { owner: 1 });
        if (fails) throw new Error('no');
      },
      { ambient: true },
    );
  await expect(work(1, true)).rejects.toThrow('no');
  await work(2, false);
  await workUntilEmpty(booted);
  expect(got.map(({ body }) => JSON.parse(body).data)).toEqual([{ order: 2 }]);
  expect(await hooks.deliveries({ endpoint: id })).toHaveLength(1);
});

test('publish() reaches the endpoints of the owner that get the type', async () => {
  const { url } = await receiver();
  const { app } = await boot();
  const hooks = app.facades.Webhooks();
  const all = await hooks.add({ url, owner: 'a' });
  const some = await hooks.add({ url, owner: 'a', types: [orderPaid] });
  await hooks.add({ url, owner: 'a', types: ['other'] });
  await hooks.add({ url, owner: 'b' });
  await hooks.publish(orderPaid, { order: 1 }, { owner: 'a' });
  await hooks.publish(orderSent, { order: 1 }, { owner: 'a' });
  const sent = await hooks.deliveries();
  expect(sent.map(({ endpoint, type }) => `${endpoint} ${type}`).toSorted()).toEqual(
    [`${all.id} order.paid`, `${all.id} order.sent`, `${some.id} order.paid`].toSorted(),
  );
});

describe('an endpoint that fails', () => {
  const setUp = async (answer: RequestListener, config = {}) => {
    const { got, url } = await receiver(answer);
    const booted = await boot({ config: { retries: ['1m', '2h'], ...config } });
    const hooks = booted.app.facades.Webhooks();
    const { id } = await hooks.add({ url });
    const sent = await hooks.send(id, orderPaid, { order: 1 });
    const next = async () => {
      await dueNow(booted.app);
      await workUntilEmpty(booted);
      return (await hooks.deliveries())[0];
    };
    return { ...booted, got, hooks, id, sent, next };
  };

  test('is tried again with the same id and a new time, and then given up with a report', async () => {
    const { got, next, reports, sent } = await setUp(status(500));
    expect(await next()).toMatchObject({ state: 'waiting', attempt: 1, status: 500 });
    expect(await next()).toMatchObject({ state: 'waiting', attempt: 2 });
    expect(await next()).toMatchObject({ state: 'failed', attempt: 3, error: 'The endpoint answered 500.' });
    expect(await next()).toMatchObject({ attempt: 3 });
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([sent, sent, sent]);
    expect(reports.map(({ code }) => code)).toEqual(['E_WEBHOOK_FAILED']);
  });

  test('waits for as long as its retries say', async () => {
    const { app, db, hooks } = await setUp(status(500));
    await workUntilEmpty({ app, db, reports: [] });
    expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', attempt: 1 }]);
    expect(await workUntilEmpty({ app, db, reports: [] })).toBe(0);
    const { rows } = await db
      .selectFrom('queue_jobs')
      .selectAll()
      .execute()
      .then((rows) => ({ rows }));
    const wait = (Number(rows[0]?.['due_at']) - Date.now()) / 1000;
    expect(wait).toBeGreaterThan(45);
    expect(wait).toBeLessThan(67);
  });

  test('is heard when it asks for more time', async () => {
    const { app, db } = await setUp(status(429, { 'retry-after': '7200' }));
    await workUntilEmpty({ app, db, reports: [] });
    const [row] = await db.selectFrom('queue_jobs').selectAll().execute();
    expect((Number(row?.['due_at']) - Date.now()) / 1000).toBeGreaterThan(7000);
  });

  test('can be sent once more by hand, with the same id', async () => {
    let code = 500;
    const { got, hooks, next, sent } = await setUp((_req, res) => void res.writeHead(code).end(), { retries: [] });
    expect(await next()).toMatchObject({ state: 'failed' });
    code = 200;
    await hooks.replay(sent);
    expect(await next()).toMatchObject({ id: sent, state: 'done', round: 1, attempt: 1 });
    expect(new Set(got.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([sent]));
    await expect(hooks.replay('msg_nobody')).rejects.toMatchObject({ code: 'E_WEBHOOK_UNKNOWN' });
  });

  test('an attempt of before a replay is not made', async () => {
    const { got, hooks, next, sent } = await setUp(status(500));
    await next();
    await hooks.replay(sent);
    await next();
    expect(got).toHaveLength(2);
  });

  test('that fails for long is paused and told; its webhooks are held, and sent when it is resumed', async () => {
    let code = 500;
    const { app, db, got, hooks, id, next, paused, reports } = await setUp(
      (_req, res) => void res.writeHead(code).end(),
    );
    await next();
    await db.updateTable('webhook_endpoints').set({ failing_since: 1 }).execute();
    expect(await next()).toMatchObject({ state: 'held' });
    expect(await hooks.endpoint(id)).toMatchObject({
      pausedAt: expect.any(Number),
      pausedWhy: expect.stringContaining('500'),
    });
    expect([reports.map((one) => one.code), paused.map((one) => one.id)]).toEqual([['E_WEBHOOK_PAUSED'], [id]]);
    await hooks.send(id, orderSent, { order: 2 });
    await workUntilEmpty({ app, db, reports: [] });
    expect(got).toHaveLength(2);
    code = 204;
    expect(await hooks.resume(id)).toBe(2);
    await next();
    expect((await hooks.deliveries()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await hooks.endpoint(id)).toMatchObject({ pausedAt: null, failingSince: null });
  });

  test('that answers 410 wants no more', async () => {
    const { hooks, id, next, paused } = await setUp(status(410));
    expect(await next()).toMatchObject({ state: 'failed', status: 410 });
    expect([(await hooks.endpoint(id)).pausedWhy, paused.length]).toEqual([expect.stringContaining('410'), 1]);
  });

  test('a success ends the failing', async () => {
    let code = 500;
    const { hooks, id, next } = await setUp((_req, res) => void res.writeHead(code).end());
    await next();
    expect((await hooks.endpoint(id)).failingSince).toEqual(expect.any(Number));
    code = 200;
    await next();
    expect((await hooks.endpoint(id)).failingSince).toBeNull();
  });

  test('that redirects is not followed, wherever it leads', async () => {
    const other = await receiver();
    for (const location of [other.url, 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd']) {
      const { got, next } = await setUp(status(302, { location }));
      expect(await next()).toMatchObject({ state: 'waiting', status: 302, error: 'The endpoint answered 302.' });
      expect(got).toHaveLength(1);
    }
    expect(other.got).toEqual([]);
  });

  test('that never answers is given up after webhooks.timeout', async () => {
    const { next } = await setUp(() => undefined, { timeout: 0.05 });
    expect(await next()).toMatchObject({ status: null, error: expect.stringContaining('within 0.05 s') });
  });

  test('an answer without an end does not matter, because its body is not read', async () => {
    const { next } = await setUp((_req, res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write('x'.repeat(100_000)), 1);
      res.on('close', () => clearInterval(drip));
    });
    expect(await next()).toMatchObject({ state: 'done', status: 200 });
  });
});

describe('an endpoint that speaks no HTTP', () => {
  const rows: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['closes early', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['answers something else', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'sends a head without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write(`x-${'a'.repeat(1000)}: b\r\n`), 1);
        socket.on('close', () => clearInterval(drip));
      },
    ],
    [
      'drips a head',
      (socket) => {
        const drip = setInterval(() => socket.write('H'), 5);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ];
  test.each(rows)('%s', async (_what, answer) => {
    const sockets: Socket[] = [];
    const port = await listen(
      createTcpServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('data', () => answer(socket));
      }),
    );
    const booted = await boot({ config: { timeout: 0.5 } });
    const hooks = booted.app.facades.Webhooks();
    const { id } = await hooks.add({ url: `http://localhost:${port}/` });
    await hooks.send(id, orderPaid, { order: 1 });
    await workUntilEmpty(booted);
    expect(await hooks.deliveries()).toMatchObject([
      {
        state: 'waiting',
        attempt: 1,
        status: null,
        error: expect.stringMatching(/could not be reached|did not answer/),
      },
    ]);
    for (const socket of sockets) socket.destroy();
  });
});

test('an endpoint that changes its certificate gets nothing until its certificate is trusted again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  const certificate = (name: string) => {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const own = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`;
    const args = [...own.split(' '), '-addext', 'subjectAltName=DNS:hooks.example.com', '-keyout', key, '-out', cert];
    execFileSync('openssl', args, { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  };
  const [first, second] = [certificate('first'), certificate('second')];
  let got = 0;
  const server = createHttpsServer(first, (req, res) => {
    got++;
    req.resume();
    res.writeHead(204).end();
  });
  const port = await listen(server);
  const booted = await boot({ config: { allow_hosts: ['hooks.example.com'] } });
  replaceDns(booted.app, async () => ['127.0.0.1'], first.cert);
  const hooks = booted.app.facades.Webhooks();
  const { id } = await hooks.add({ url: `https://hooks.example.com:${port}/` });
  const next = async (): Promise<unknown> => {
    await dueNow(booted.app);
    await workUntilEmpty(booted);
    const [latest] = await hooks.deliveries();
    return { got, state: latest?.state, attempt: latest?.attempt, error: latest?.error };
  };
  await hooks.send(id, orderPaid, { order: 1 });
  expect(await next()).toEqual({ got: 1, state: 'done', attempt: 1, error: null });
  server.setSecureContext(second);
  await hooks.send(id, orderPaid, { order: 2 });
  const refused = { got: 1, state: 'waiting', error: expect.stringContaining('could not be reached: ') };
  expect(await next()).toEqual({ ...refused, attempt: 1 });
  expect(await next()).toEqual({ ...refused, attempt: 2 });
  expect((await hooks.endpoint(id)).failingSince).not.toBeNull();
  replaceDns(booted.app, async () => ['127.0.0.1'], second.cert);
  expect(await next()).toEqual({ got: 2, state: 'done', attempt: 3, error: null });
  expect((await hooks.endpoint(id)).failingSince).toBeNull();
  rmSync(folder, { recursive: true });
});

describe('the tables of webhooks', () => {
  test.each([pgsql, mysql].filter(isPresent))(
    'on $name hold endpoints, deliveries, their attempts, pauses, replays and rotation',
    (engine) =>
      withOwnDatabase(engine, tmpdir(), async (connection) => {
        let answer = 500;
        const { got, url } = await receiver((_req, res) => void res.writeHead(answer).end());
        const booted = await boot({ connection });
        const hooks = booted.app.facades.Webhooks();
        const { id } = await hooks.add({ url, owner: 7, types: [orderPaid] });
        expect(await hooks.endpoints(7)).toMatchObject([{ id, owner: '7', types: ['order.paid'], pausedAt: null }]);
        const { db } = booted;
        await expect(
          transaction(db, async (trx) => {
            await hooks.publish(orderPaid, { order: 1 }, { owner: 7, transaction: trx });
            throw new Error('no');
          }),
        ).rejects.toThrow('no');
        expect(await hooks.deliveries()).toEqual([]);
        const [sent = ''] = await transaction(db, async (trx) =>
          hooks.publish(orderPaid, { order: 2 }, { owner: 7, transaction: trx }),
        );
        await workUntilEmpty(booted);
        expect(await hooks.deliveries({ state: 'waiting' })).toMatchObject([{ id: sent, attempt: 1, status: 500 }]);
        await hooks.pause(id);
        const held = await hooks.send(id, orderPaid, { order: 3 });
        expect(await hooks.deliveries({ endpoint: id, state: 'held' })).toMatchObject([{ id: held }]);
        answer = 204;
        await hooks.rotate(id);
        expect(await hooks.resume(id)).toBe(1);
        await dueNow(booted.app);
        await workUntilEmpty(booted);
        expect((await hooks.deliveries({ state: 'done' })).map((one) => one.id).toSorted()).toEqual(
          [sent, held].toSorted(),
        );
        await hooks.replay(sent);
        await workUntilEmpty(booted);
        expect(got.filter(({ headers }) => headers['webhook-id'] === sent)).toHaveLength(3);
        expect(got.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
        expect(await hooks.prune(0)).toBe(2);
        await hooks.remove(id);
        expect(await hooks.endpoints()).toEqual([]);
        await booted.app.close();
      }),
  );
});

describe('private addresses', () => {
  test.each([
    'https://127.0.0.2/',
    'https://10.1.2.3/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://2130706434/',
    'https://0x7f.0.0.2/',
    'https://0177.0.0.2/',
    'https://017700000002/',
    'https://127.2/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:127.0.0.2]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[ff02::1]/',
    'https://１２７.0.0.2/',
    'https://127.0.0.2./',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pw@example.com/',
    'no address',
    '',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('%s is refused as an endpoint', async (url) => {
    const { app } = await boot();
    await expect(app.facades.Webhooks().add({ url })).rejects.toMatchObject({ code: 'E_WEBHOOK_URL', status: 422 });
  });

  test('in production, this machine is refused, too', async () => {
    const { app } = await boot({ config: { allow_hosts: [] } });
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'http://localhost/'])
      await expect(app.facades.Webhooks().add({ url })).rejects.toMatchObject({ code: 'E_WEBHOOK_URL' });
  });

  const sendTo = async (host: string, addresses: readonly string[], config = {}) => {
    const booted = await boot({ config });
    const asked: string[] = [];
    replaceDns(booted.app, (name) => {
      asked.push(name);
      return Promise.resolve(addresses);
    });
    const hooks = booted.app.facades.Webhooks();
    const { id } = await hooks.add({ url: host });
    await hooks.send(id, orderPaid, { order: 1 });
    await workUntilEmpty(booted);
    const [delivery] = await hooks.deliveries();
    return { delivery, asked };
  };

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fd00:ec2::254']],
    [['93.184.216.34', '127.0.0.1']],
    [['2606:2800:220:1::1', '::1']],
    [['not an address']],
  ])('a host that resolves to %s gets nothing', async (addresses) => {
    const { delivery } = await sendTo('https://hooks.example.com/', addresses);
    expect(delivery).toMatchObject({ state: 'waiting', error: expect.stringContaining('which is not public') });
  });

  test.each([['https://localhost./'], ['https://foo.localhost/'], ['https://metadata.google.internal/']])(
    '%s is asked of the name service like any other name',
    async (url) => {
      const { delivery, asked } = await sendTo(url, ['127.0.0.1']);
      expect(asked).toHaveLength(1);
      expect(delivery?.error).toContain('which is not public');
    },
  );

  test('the checked address is the dialled one: the name service is asked once', async () => {
    const { got, url } = await receiver();
    const port = new URL(url).port;
    const { delivery, asked } = await sendTo(`http://hooks.test:${port}/`, ['127.0.0.1'], {
      allow_hosts: ['hooks.test'],
    });
    expect(delivery).toMatchObject({ state: 'done' });
    expect([asked, got.length]).toEqual([['hooks.test'], 1]);
    expect(got[0]?.headers.host).toBe(`hooks.test:${port}`);
  });

  test('a host that is allowed no more gets nothing', async () => {
    const { got, url } = await receiver();
    const booted = await boot();
    const hooks = booted.app.facades.Webhooks();
    const { id } = await hooks.add({ url });
    await booted.db
      .updateTable('webhook_endpoints')
      .set({ url: url.replace('127.0.0.1', '127.0.0.3') })
      .execute();
    await hooks.send(id, orderPaid, { order: 1 });
    await workUntilEmpty(booted);
    expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', attempt: 1 }]);
    expect(got).toEqual([]);
  });
});

describe('secrets', () => {
  test('two sign during the overlap, and one after it', async () => {
    const { got, url } = await receiver();
    const booted = await boot();
    const hooks = booted.app.facades.Webhooks();
    const { id, secret: old } = await hooks.add({ url });
    const fresh = await hooks.rotate(id);
    const last = async () => {
      await hooks.send(id, orderPaid, { order: 1 });
      await workUntilEmpty(booted);
      return got.at(-1) as Got;
    };
    const during = await last();
    expect([old, fresh].map((one) => new Verifier(one).verify(during.body, during.headers))).toEqual([true, true]);
    const newest = await hooks.rotate(id, { overlap: 0 });
    const after = await last();
    expect([old, fresh, newest].map((one) => new Verifier(one).verify(after.body, after.headers))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test.each(['short', 'whsec_', 'whsec_AAAA', 'whsec_not base64!', `whsec_${'A'.repeat(100)}`])(
    '%s is refused',
    async (secret) => {
      const { app } = await boot();
      await expect(app.facades.Webhooks().add({ url: 'https://example.com', secret })).rejects.toMatchObject({
        code: 'E_WEBHOOK_SECRET',
      });
    },
  );
});

test('a body that is too long is refused', async () => {
  const { app } = await boot();
  const { id } = await app.facades.Webhooks().add({ url: 'https://example.com' });
  const sending = app.facades.Webhooks().send(id, webhook<{ text: string }>('long'), { text: 'x'.repeat(60_000) });
  await expect(sending).rejects.toMatchObject({ code: 'E_WEBHOOK_SIZE' });
});

test('deliveries that ended are removed by their age', async () => {
  const { url } = await receiver();
  const booted = await boot();
  const hooks = booted.app.facades.Webhooks();
  const { id } = await hooks.add({ url });
  await hooks.send(id, orderPaid, { order: 1 });
  await workUntilEmpty(booted);
  await hooks.send(id, orderPaid, { order: 2 });
  await booted.db.updateTable('webhook_deliveries').set({ changed_at: 1 }).execute();
  expect(await hooks.prune('30d')).toBe(1);
  expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting' }]);
});

test('with the engine "sync" one attempt is made at once', async () => {
  const { got, url } = await receiver(status(500));
  const { app, reports } = await boot({ engine: 'sync' });
  const { id } = await app.facades.Webhooks().add({ url });
  await app.facades.Webhooks().send(id, orderPaid, { order: 1 });
  expect([got.length, reports.map(({ code }) => code)]).toEqual([1, ['E_WEBHOOK_FAILED']]);
});

test('the fake keeps webhooks, and asserts on them', async () => {
  const { app } = await boot();
  const fake = fakeWebhooks(app);
  await app.facades.Webhooks().publish(orderPaid, { order: 7 }, { owner: 1 });
  fake
    .assertSent(orderPaid)
    .assertSent(orderPaid, { order: 7 })
    .assertNotSent(orderSent)
    .assertNotSent(orderPaid, { order: 8 });
  for (const wrong of [
    () => fake.assertSent(orderSent),
    () => fake.assertNotSent(orderPaid),
    () => fake.assertNothingSent(),
  ])
    expect(wrong).toThrow(expect.objectContaining({ code: 'E_WEBHOOKS_ASSERTION' }));
});

describe('as a plugin', () => {
  for (const { name, run } of pluginChecks(() => webhooks())) test(name, run);
});

test('secrets are encrypted in an application with a plugin for that', async () => {
  const { got, url } = await receiver();
  const booted = await boot({ plugins: [crypt()], env: { APP_KEY: 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM' } });
  const hooks = booted.app.facades.Webhooks();
  const { id, secret } = await hooks.add({ url });
  const [row] = await booted.db.selectFrom('webhook_endpoints').selectAll().execute();
  expect(String(row?.['secrets'])).toMatch(/^sealed:/);
  expect(JSON.stringify(row)).not.toContain(secret);
  await hooks.send(id, orderPaid, { order: 1 });
  await workUntilEmpty(booted);
  const [{ headers, body }] = got as [Got];
  expect(new Verifier(secret).verify(body, headers)).toBe(true);
});
