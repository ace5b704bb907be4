import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { madeOnce, makeOnce, withMakers } from '../cache/support/maker-processes.ts';

const sourceMilliseconds = 2000;

/** 1,000 callers of one value in two processes on Redis: with a source that takes two seconds, with one that fails, and with a maker that is killed. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  await withMakers({ prefix: `long:${randomUUID()}:` }, async (ask) => {
    let began = performance.now();
    const made = await makeOnce(ask, async (reply) => {
      await pause(sourceMilliseconds);
      reply.end('made');
    });
    const seconds = { 'slow, failing and back': (performance.now() - began) / 1000, 'maker killed': 0 };
    if (!isDeepStrictEqual(made, madeOnce('made'))) faults.push(JSON.stringify(made));
    began = performance.now();
    let isFirst = true;
    const killed = await ask('killed', (reply, kill) => {
      if (isFirst) kill();
      else reply.end('made');
      isFirst = false;
    });
    seconds['maker killed'] = (performance.now() - began) / 1000;
    const got = killed.answers.flatMap((one) => one?.values ?? []);
    if (killed.asked !== 2 || !isDeepStrictEqual(got, ['made'])) faults.push(JSON.stringify(killed));
    console.table(seconds);
  });
  return faults;
};
