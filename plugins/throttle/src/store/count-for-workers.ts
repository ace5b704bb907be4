import cluster, { type Worker } from 'node:cluster';
import type { Standing } from './counter.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { WindowTable } from './window-table.ts';

/** Marks our messages among others on the channel between a worker and the primary. */
export const channel = 'taproot:throttle';

/** A request of a worker to the primary. */
export interface Question {
  readonly channel: typeof channel;
  readonly id: number;
  readonly ask: 'take' | 'giveBack' | 'read' | 'clear';
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
}

/** The answer of the primary. Each process has its own clock, so the end of a window is sent as the time left. */
export interface Answer extends Pick<Standing, 'allowed' | 'remaining'> {
  readonly channel: typeof channel;
  readonly id: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Whether a message between processes is from the limiter. */
export const isOurs = (message: unknown): message is Question | Answer =>
  typeof message === 'object' && message !== null && 'channel' in message && message.channel === channel;

/** Makes the primary of a Node cluster count for workers with the store `cluster`. Call it once in the primary, before it forks. */
export const countForWorkers = ({ maxKeys = 500_000 }: { readonly maxKeys?: number } = {}): void => {
  const table = new WindowTable({ maxKeys });
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isOurs(message) || !('ask' in message)) return;
    // A worker that has died in the meantime needs no answer, and must not end the primary.
    worker.send(answer(table, message), () => undefined);
  });
};

const answer = (table: WindowTable, { id, ask, key, points, seconds }: Question): Answer => {
  const limiter = new MemoryLimiter(table, { points, seconds });
  if (ask === 'clear') limiter.clear(key);
  if (ask === 'giveBack') table.giveBack(key, limiter);
  const { allowed, remaining, ends } = ask === 'take' ? limiter.take(key) : limiter.read(key);
  return { channel, id, allowed, remaining, left: Math.max(0, ends - performance.now()) };
};
