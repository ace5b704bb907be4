import { createHash } from 'node:crypto';
import type { Application } from '@taproot/core';
import { hasRedis } from '@taproot/core/internal';
import { openRedis, type RedisConnection, sparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/** Webhooks that one process remembers. Beyond that it forgets the oldest. */
const most = 50_000;

/** The webhooks that were received within the tolerance: in Redis or in the memory of this process, as `webhooks.memory` says. */
export class SeenWebhooks {
  readonly #app: Application;
  readonly #report;
  readonly #redis: RedisConnection | null;
  /** When each may be forgotten, in milliseconds, the oldest first. */
  readonly #memory = new Map<string, number>();

  constructor(app: Application) {
    this.#app = app;
    this.#report = sparseReport((error) => app.report(error, { where: 'webhooks' }));
    const { memory, redis } = app.config.webhooks;
    const chosen = memory ?? (hasRedis(app, redis.connection) ? 'redis' : 'memory');
    this.#redis = chosen === 'redis' ? openRedis(app, 'webhooks.memory', redis.connection) : null;
  }

  /** Remembers a signature. False if it was there. */
  async add(source: string, signature: string, seconds: number): Promise<boolean> {
    const key = this.#key(source, signature);
    const now = Date.now();
    for (const [old, until] of this.#memory) {
      if (until > now && this.#memory.size <= most) break;
      this.#memory.delete(old);
    }
    if (this.#memory.has(key)) return false;
    this.#memory.set(key, now + seconds * 1000);
    if (this.#redis === null) return true;
    try {
      const redis = await this.#redis.open();
      return (await redis.set(key, '1', 'EX', Math.ceil(seconds), 'NX')) !== null;
    } catch (cause) {
      this.#report(errors.E_WEBHOOK_MEMORY({ reason: String(cause) }, { cause }));
      return true;
    }
  }

  /** Forgets a signature, so that the sender may send the same request again. */
  async forget(source: string, signature: string): Promise<void> {
    const key = this.#key(source, signature);
    this.#memory.delete(key);
    try {
      await (await this.#redis?.open())?.del(key);
    } catch (cause) {
      this.#report(errors.E_WEBHOOK_MEMORY({ reason: String(cause) }, { cause }));
    }
  }

  #key(source: string, signature: string): string {
    const { prefix } = this.#app.config.webhooks.redis;
    return `${prefix}${createHash('sha256').update(`${source}\0${signature}`).digest('base64url')}`;
  }
}
