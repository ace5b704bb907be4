/**
 * One way to decide whether one more may come.
 * @typedef {object} Limiter
 * @property {string} name
 * @property {(key: string) => boolean | Promise<boolean>} take Counts a request of a key: whether it is within the limit.
 *
 * @typedef {import('ioredis').Redis} Redis
 */

/** Seconds of every window: long enough for a run, short enough that what it leaves in Redis is soon gone. */
export const windowSeconds = 300;

/** What the keys of this run begin with in Redis: no run counts on from another. */
export const prefix = `taproot-bench:${process.pid}:`;
