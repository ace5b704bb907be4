import { Agent, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Application, Context, Middleware } from '@taproot/core';
import { HostileApplication } from '../wire/application.ts';

/** What one request saw of itself, behind a middleware, awaits and a validation. */
interface Seen {
  readonly id: string;
  readonly value: unknown;
  readonly user: unknown;
  readonly locale: string;
  readonly text: string;
  readonly valid: unknown;
  readonly message: string;
}

/** Puts what belongs to a request where handlers look for it, as authentication does with its user. */
const identify: Middleware = {
  signature: () => 'identify',
  handle: async (ctx, next) => {
    const id = ctx.request().route('id');
    ctx.withValue('isolation', id).withValue('isolation.user', { id });
    await turn();
    return next();
  },
};

const routes = (app: Application): void => {
  const see = async (ctx: Context) => {
    const { id } = ctx.request().routes();
    app.setLocale(ctx, Number(id) % 2 === 0 ? 'fr' : 'en');
    await turn();
    const valid = await ctx.request().validated({ name: 'required|string' });
    const failing = await ctx.request().validate({ name: `in:not-${id}` }, { messages: { 'name.in': `not ${id}` } });
    await new Promise((resolve) => process.nextTick(resolve));
    const text = app.facades.Lang(ctx).get('greet');
    return ctx.response().json(200, {
      id,
      value: ctx.value('isolation'),
      user: ctx.value('isolation.user'),
      locale: ctx.locale(),
      text,
      valid,
      message: failing.errors().one('name'),
    });
  };
  app.facades.Route().middleware(identify).post('/isolated/{id}', see);
};

const expected = (id: number): Seen => {
  const french = id % 2 === 0;
  return {
    id: String(id),
    value: String(id),
    user: { id: String(id) },
    locale: french ? 'fr' : 'en',
    text: french ? 'Bonjour' : 'Hello',
    valid: { name: `name-${id}` },
    message: `not ${id}`,
  };
};

/** So many requests with identities of their own, 200 at once over kept connections: those that saw of another's. */
export const isolation = async (driver: string, requests: number) => {
  const application = await HostileApplication.open(driver, {
    config: { http: { keep_alive_timeout: 60 } },
    apply: routes,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const mixed: string[] = [];
  let next = 0;

  const send = (id: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ name: `name-${id}` });
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const path = `/isolated/${id}`;
      const req = request(
        { port: application.port, host: '127.0.0.1', agent, method: 'POST', path, headers },
        (res) => {
          let text = '';
          res.on('data', (chunk: Buffer) => (text += chunk.toString()));
          res.on('end', () => resolve(text));
        },
      );
      req.on('error', reject);
      req.end(body);
    });

  const lane = async (): Promise<void> => {
    while (next < requests) {
      const id = next++;
      const text = await send(id);
      if (text !== JSON.stringify(expected(id))) mixed.push(`${id}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 200 }, lane));
  agent.destroy();
  await application.close();
  return { driver, requests, mixed };
};
