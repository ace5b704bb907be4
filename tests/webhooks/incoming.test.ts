import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import { redis } from '@taproot/redis';
import { webhookOf } from '@taproot/webhooks';
import { signWebhook } from '@taproot/webhooks/testing';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';
import { boot } from './support/application.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const now = (): number => Math.floor(Date.now() / 1000);
const body = '{"id": "evt_1",  "n": 1.0}';
const hmac = (key: string, text: string, encoding: 'hex' | 'base64' = 'hex', hash = 'sha256'): string =>
  createHmac(hash, key).update(text).digest(encoding);

const sources = {
  standard: { provider: 'standard', secrets: [secret, older] },
  stripe: { provider: 'stripe', secrets: ['whsec_stripe', 'whsec_old'] },
  github: { provider: 'github', secrets: ['gh'] },
  slack: { provider: 'slack', secrets: ['sl'] },
  shopify: { provider: 'shopify', secrets: ['sh'] },
  own: {
    provider: 'custom',
    secrets: ['own'],
    header: 'X-Own-Signature',
    prefix: 'h=',
    encoding: 'base64',
    hash: 'sha512',
    timestamp: 'X-Own-Time',
    id: 'X-Own-Id',
    signed: '{id}/{timestamp}/{body}',
  },
} as const;

type Name = keyof typeof sources;

/** The headers with which each sender signs. */
const signed: Readonly<Record<Name, (text: string, at: number, key?: string) => Record<string, string>>> = {
  standard: (text, at, key = secret) => ({ ...signWebhook(key, text, { id: 'msg_1', at }).headers }),
  stripe: (text, at, key = 'whsec_stripe') => ({
    'stripe-signature': `t=${at},v0=00,v1=${hmac(key, `${at}.${text}`)}`,
  }),
  github: (text, _at, key = 'gh') => ({
    'x-hub-signature-256': `sha256=${hmac(key, text)}`,
    'x-github-delivery': 'guid',
  }),
  slack: (text, at, key = 'sl') => ({
    'x-slack-signature': `v0=${hmac(key, `v0:${at}:${text}`)}`,
    'x-slack-request-timestamp': String(at),
  }),
  shopify: (text, _at, key = 'sh') => ({
    'x-shopify-hmac-sha256': hmac(key, text, 'base64'),
    'x-shopify-webhook-id': 'w1',
  }),
  own: (text, at, key = 'own') => ({
    'x-own-signature': `h=${hmac(key, `7/${at}/${text}`, 'base64', 'sha512')}`,
    'x-own-time': String(at),
    'x-own-id': '7',
  }),
};

const names = Object.keys(sources) as Name[];
const timed = names.filter((name) => name !== 'github' && name !== 'shopify');

const bootReceiver = async (fails = () => false) => {
  const handled: unknown[] = [];
  const booted = await boot({
    config: { sources },
    routes: (route, middleware) => {
      for (const name of names)
        route
          .middleware(middleware.webhook(name))
          .post(`/${name}`, async (ctx) => {
            handled.push([(await ctx.request().rawBody()).toString(), webhookOf(ctx)?.id]);
            return fails() ? ctx.response().json(503, {}) : ctx.response().noContent();
          })
          .rawBody();
    },
  });
  const send = async (name: Name, headers: Record<string, string>, text = body) => {
    const all = { 'content-type': 'application/json', ...headers };
    const request = new Request(`http://localhost/${name}`, { method: 'POST', headers: all, body: text });
    const reply = await booted.app.facades.Route().fetch(request);
    const read = await reply.text();
    return { status: reply.status, json: (): unknown => JSON.parse(read) };
  };
  return { ...booted, handled, send };
};

describe.each(names)('%s', (name) => {
  const sign = signed[name];

  test('a signed webhook passes once, with its raw body', async () => {
    const { handled, send } = await bootReceiver();
    const headers = sign(body, now());
    expect((await send(name, headers)).status).toBe(204);
    const id = { standard: 'msg_1', stripe: 'evt_1', github: 'guid', slack: '', shopify: 'w1', own: '7' }[name];
    expect(handled).toEqual([[body, id]]);
    const again = await send(name, headers);
    expect([again.status, again.json()]).toMatchObject([409, { code: 'E_WEBHOOK_REPLAYED' }]);
    expect(handled).toHaveLength(1);
  });

  test.each([
    ['no headers', () => ({}), body, 400, 'E_WEBHOOK_UNSIGNED'],
    ['another body', () => sign(body, now()), `${body} `, 401, 'E_WEBHOOK_SIGNATURE'],
    ['an empty body', () => sign(body, now()), '', 401, 'E_WEBHOOK_SIGNATURE'],
    [
      'another secret',
      () => sign(body, now(), name === 'standard' ? 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' : 'wrong'),
      body,
      401,
      'E_WEBHOOK_SIGNATURE',
    ],
    ['an empty secret', () => sign(body, now(), name === 'standard' ? 'whsec_' : ''), body, 401, 'E_WEBHOOK_SIGNATURE'],
  ])('%s is refused', async (_what, headers, text, status, code) => {
    const { handled, send } = await bootReceiver();
    const reply = await send(name, headers(), text);
    expect([reply.status, reply.json()]).toMatchObject([status, { code }]);
    expect(handled).toEqual([]);
  });

  test('a signature that is cut, doubled or of another case is refused', async () => {
    const { handled, send } = await bootReceiver();
    const headers = sign(body, now());
    const [key, value] = Object.entries(headers).find(([header]) => /signature|hmac/.test(header)) ?? ['', ''];
    for (const forged of [
      value.slice(0, -1),
      value.slice(0, 12),
      `${value}0`,
      value.toUpperCase(),
      `x${value}`,
      'v1,',
      'sha256=',
    ])
      expect((await send(name, { ...headers, [key]: forged })).status).toBeGreaterThanOrEqual(400);
    expect(handled).toEqual([]);
  });

  test('a webhook that its handler did not take may come again', async () => {
    let isDown = true;
    const { send } = await bootReceiver(() => isDown);
    const headers = sign(body, now());
    expect((await send(name, headers)).status).toBe(503);
    isDown = false;
    expect((await send(name, headers)).status).toBe(204);
  });
});

describe.each(timed)('%s, with a time', (name) => {
  test.each([
    ['299 s ago', -299, 204],
    ['298 s ahead', 298, 204],
    ['301 s ago', -301, 400],
    ['302 s ahead', 302, 400],
    ['in 1970', -now(), 400],
  ])('%s', async (_what, shift, status) => {
    const { send } = await bootReceiver();
    const reply = await send(name, signed[name](body, now() + shift));
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.json()).toMatchObject({ code: 'E_WEBHOOK_EXPIRED' });
  });

  test('an old webhook with a new time is refused, because the time is signed', async () => {
    const { handled, send } = await bootReceiver();
    const [old, fresh] = [signed[name](body, now() - 400), signed[name](body, now())];
    const forged = Object.fromEntries(
      Object.entries(old).map(([key, value]) => [
        key,
        key === 'stripe-signature'
          ? value.replace(/t=\d+/, `t=${now()}`)
          : /time/.test(key)
            ? (fresh[key] ?? '')
            : value,
      ]),
    );
    expect((await send(name, forged)).status).toBe(401);
    expect(handled).toEqual([]);
  });
});

test('both secrets are accepted while they rotate', async () => {
  const { handled, send } = await bootReceiver();
  for (const key of [secret, older])
    expect((await send('standard', signed.standard(body, now(), key))).status).toBe(204);
  expect((await send('stripe', signed.stripe(body, now(), 'whsec_old'))).status).toBe(204);
  expect(handled).toHaveLength(3);
});

test('one of several signatures in the header is enough', async () => {
  const { send } = await bootReceiver();
  const headers = signed.standard(body, now());
  const both = { ...headers, 'webhook-signature': `v1a,abc v1,AAAA ${headers['webhook-signature']}` };
  expect((await send('standard', both)).status).toBe(204);
});

test.each([
  ['t=1,t=2,v1=00', 'E_WEBHOOK_MALFORMED'],
  ['v1=00', 'E_WEBHOOK_MALFORMED'],
  ['t=abc,v1=00', 'E_WEBHOOK_MALFORMED'],
  ['t=-1,v1=00', 'E_WEBHOOK_MALFORMED'],
  ['t=1e9,v1=00', 'E_WEBHOOK_MALFORMED'],
])('the Stripe header %s is refused', async (header, code) => {
  const { send } = await bootReceiver();
  const reply = await send('stripe', { 'stripe-signature': header });
  expect([reply.status, reply.json()]).toMatchObject([400, { code }]);
});

test('the vector that Standard Webhooks publishes', () => {
  const { headers } = signWebhook(secret, '{"test": 2432232314}', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: 1614265330,
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test.each([
  ['no secret', { stripe: { provider: 'stripe', secrets: [] } }],
  ['an empty secret', { stripe: { provider: 'stripe', secrets: [''] } }],
  ['an unknown provider', { stripe: { provider: 'strip', secrets: ['x'] } }],
  ['a signature without the body', { own: { provider: 'custom', secrets: ['x'], header: 'x', signed: '{timestamp}' } }],
  ['a time that is not signed', { own: { provider: 'custom', secrets: ['x'], header: 'x', timestamp: 't' } }],
])('%s stops the boot', async (_what, wrong) => {
  await expect(boot({ config: { sources: wrong as never } })).rejects.toMatchObject({ code: 'E_WEBHOOK_SETTING' });
});

test('an unknown source stops the boot with the nearest name', async () => {
  const booting = boot({
    config: { sources },
    routes: (route, middleware) => void route.middleware(middleware.webhook('strip')).post('/x', () => ({})),
  });
  await expect(booting).rejects.toMatchObject({ code: 'E_WEBHOOK_SOURCE', message: expect.stringContaining('stripe') });
});

const onRedis = (await hasRedis()) ? test : test.skip;

describe('the memory of received webhooks', () => {
  const prefix = `tests:hooks:${process.pid}:`;
  /** An application that receives webhooks, and the status with which it answers a signed one. */
  const receiving = async (
    memory: 'redis' | 'memory' | null,
    env: Readonly<Record<string, string>>,
    text: string,
    at: number,
  ) => {
    const { app, reports } = await boot({
      plugins: [redis()],
      env,
      config: {
        memory,
        sources: { partner: { provider: 'standard', secrets: [secret] } },
        redis: { connection: null, prefix },
      },
      routes: (route, middleware) => {
        route
          .middleware(middleware.webhook('partner'))
          .post('/hooks', (ctx) => ctx.response().noContent())
          .rawBody();
      },
    });
    const { body: sent, headers } = signWebhook(secret, text, { id: 'msg_1', at });
    const request = () => new Request('http://localhost/hooks', { method: 'POST', body: sent, headers });
    return { reports, post: async () => (await app.facades.Route().fetch(request())).status };
  };

  onRedis('on Redis, one webhook passes once for all processes', async () => {
    const [text, at] = [`{"n":${process.pid}}`, now()];
    const both = [
      await receiving('redis', { REDIS_URL: sharedRedis }, text, at),
      await receiving('redis', { REDIS_URL: sharedRedis }, text, at),
    ];
    const statuses = await Promise.all(both.flatMap(({ post }) => [post(), post(), post()]));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409, 409, 409]);
    expect(both.flatMap(({ reports }) => reports)).toEqual([]);
  });

  onRedis('without a setting it is Redis where REDIS_URL is set, in memory elsewhere', async () => {
    const text = (n: number): string => `{"n":"${process.pid}-${n}"}`;
    const two = async (env: Readonly<Record<string, string>>, n: number) => {
      const at = now();
      const both = [await receiving(null, env, text(n), at), await receiving(null, env, text(n), at)];
      return [await both[0]?.post(), await both[1]?.post()];
    };
    expect(await two({ APP_ENV: 'development', REDIS_URL: sharedRedis }, 1)).toEqual([204, 409]);
    expect(await two({ APP_ENV: 'development' }, 2)).toEqual([204, 204]);
    expect(await two({ APP_ENV: 'testing', REDIS_URL: sharedRedis }, 3)).toEqual([204, 204]);
  });

  test('while Redis is away each process remembers, and the report names the setting', async () => {
    const { post, reports } = await receiving('redis', { REDIS_URL: 'redis://127.0.0.1:1' }, '{"n":1}', now());
    expect([await post(), await post()]).toEqual([204, 409]);
    const told = reports.filter((error) => hasCode(error, 'E_WEBHOOK_MEMORY'));
    expect(told).toMatchObject([{ fix: expect.stringContaining('webhooks.memory') }]);
  });
});
