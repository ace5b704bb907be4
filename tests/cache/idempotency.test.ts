import { describe, expect, test } from '@jest/globals';
import type { IdempotencyOptions } from '@taproot/cache';
import type { Context } from '@taproot/core';
import { http } from '@taproot/testing';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, ownPrefix, type Wanted } from './support/application.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

type Send = (key: string | null, more?: Sent) => Promise<Answer>;

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly user?: string;
}

interface Shop {
  readonly send: Send;
  /** How often the handler ran. */
  readonly ran: () => number;
  /** The handler waits for this. */
  hold: Promise<unknown>;
  readonly reports: Error[];
}

const open = async (wanted: Wanted = {}, options: IdempotencyOptions = {}): Promise<Shop> => {
  let ran = 0;
  const shop = { hold: Promise.resolve() as Promise<unknown> };
  const handler = async (ctx: Context) => {
    ran++;
    await shop.hold;
    const { status = 201, bytes = 0 } = ((await ctx.request().body()) ?? {}) as { status?: number; bytes?: number };
    if (status === 500) throw new Error('broken');
    return ctx
      .response()
      .header('X-Order', String(ran))
      .json(status, { order: ran, ...(bytes > 0 ? { text: 'x'.repeat(bytes) } : {}) });
  };
  const { app, reports } = await boot({
    ...wanted,
    routes: (route) =>
      route.middleware(app_().idempotency(options)).group((all) => {
        all.post('/orders', handler);
        all.post('/refunds', handler);
        all.get('/orders', handler);
      }),
  });
  const send: Send = async (key, { path = '/orders', method = 'POST', body = { n: 1 }, user = 'ada' } = {}) => {
    const headers: Record<string, string> = { authorization: user, 'content-type': 'application/json' };
    if (key !== null) headers['idempotency-key'] = key;
    const response = await app.facades
      .Route()
      .fetch(new Request(`http://localhost${path}`, { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) }));
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return Object.assign(shop, { send, ran: () => ran, reports });
};
