import type { Outcome } from './results.ts';
import type { SentHeaders } from './transport.ts';

/** The longest wait that a server may ask for, in milliseconds. */
const longest = 60_000;

/** Methods that may be repeated without harm. */
const repeatable = /^(GET|HEAD|PUT|DELETE|OPTIONS)$/;

/** Whether a call may be sent more than once. */
export const isRepeatable = (method: string, headers: SentHeaders): boolean =>
  repeatable.test(method) || 'idempotency-key' in headers;

/**
 * Milliseconds until a call is repeated. Null if the call is not repeated: it was answered or aborted, or would wait too long. The wait is
 * random, so that clients that failed at the same time do not come back at the same time.
 */
export const retryDelay = (
  outcome: Outcome,
  tries: number,
  now = Date.now(),
  random = Math.random(),
): number | null => {
  const pause = random * Math.min(10_000, 500 * 2 ** tries);
  if ('reason' in outcome && /^(network|timeout)$/.test(outcome.reason)) return pause;
  const { status = 0, headers } = outcome.response ?? {};
  if (status !== 429 && status !== 503) return null;
  const after = headers?.get('retry-after') ?? null;
  if (after === null) return pause;
  const asked = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
  if (Number.isNaN(asked)) return pause;
  return asked > longest ? null : Math.max(0, asked) + random * 500;
};

/** Resolves after this time, or when the signal aborts. */
export const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    if (signal?.aborted === true) done();
  });
