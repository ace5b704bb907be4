import cluster, { type Worker } from 'node:cluster';
import { type Answer, channel, isOurs, type Question } from './cluster-messages.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { WindowTable } from './window-table.ts';

/** Called once in the primary of a Node cluster, before it forks: it counts for workers whose store is `cluster`. */
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
