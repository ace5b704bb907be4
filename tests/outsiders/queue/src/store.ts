import type { Application } from '@taproot/core';
import '@taproot/redis';

/** Where jobs wait, first in, first out. */
export interface QueueStore {
  push(ticket: string): Promise<unknown>;
  /** Takes the oldest; null when there is none. */
  take(): Promise<string | null>;
  /** The ticket was worked off. */
  done(ticket: string): Promise<unknown>;
}

export const memoryStore = (): QueueStore => {
  const waiting: string[] = [];
  return {
    push: async (ticket) => waiting.push(ticket),
    take: async () => waiting.shift() ?? null,
    done: async () => undefined,
  };
};

/**
 * A ticket that a worker has taken is in a second list until it is done. Nothing takes it back from there when that worker is
 * killed: an example, not a queue for production.
 */
export const redisStore = ({ facades, config }: Application): QueueStore => {
  const { connection, prefix } = config.queue;
  const [waiting, taken] = [`${prefix}:waiting`, `${prefix}:taken`];
  const redis = () => (connection === null ? facades.Redis() : facades.Redis(connection));
  return {
    push: (ticket) => redis().rpush(waiting, ticket),
    take: () => redis().lmove(waiting, taken, 'LEFT', 'RIGHT'),
    done: (ticket) => redis().lrem(taken, 1, ticket),
  };
};
