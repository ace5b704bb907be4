import { expect, test } from '@jest/globals';
import type { Application, Env } from '@taproot/core';
import { type AfterCommit, defineChannel, definePlugin, type Origin, originOf } from '@taproot/core/plugin';
import type { RedisConnections } from '@taproot/redis';
import { onlyCompiled } from './support.ts';

interface Job {
  readonly job: string;
  readonly id: number;
  sent?: boolean;
}

const jobs = defineChannel('job', { name: ({ job }: Job) => job, passed: ({ sent }) => sent ?? null });

test('a channel knows the facts of its work, and returns its result', () => {
  onlyCompiled(async (app: Application) => {
    const count: number = jobs.run(app, { job: 'send', id: 7 }, ({ id }) => id + 1);
    const later: Promise<string> = jobs.run(app, { job: 'send', id: 7 }, async ({ job }) => job, originOf(app));
    // @ts-expect-error -- a fact is missing
    jobs.run(app, { job: 'send' }, () => 1);
    // @ts-expect-error -- a fact of another type
    jobs.run(app, { job: 'send', id: '7' }, () => 1);
    // @ts-expect-error -- there is no such fact
    jobs.run(app, { job: 'send', id: 7 }, ({ name }) => name);
    // @ts-expect-error -- the result is a promise
    const early: string = jobs.run(app, { job: 'send', id: 7 }, async () => 'done');
    // @ts-expect-error -- an origin is no string
    jobs.run(app, { job: 'send', id: 7 }, () => 1, 'request-7');
    // @ts-expect-error -- a span has one of five kinds
    defineChannel('mail', { name: () => 'x', span: 'mail' });
    // @ts-expect-error -- the name is a string
    defineChannel('mail', { name: ({ id }: Job) => id });
    return [count, later, early];
  });
  expect(definePlugin({ name: 'queue', traces: [jobs] }).traces).toEqual([jobs]);
});

test('an origin is JSON', () => {
  onlyCompiled((app: Application) => {
    const { requestId, trace }: Origin = originOf(app, null);
    const header: string | undefined = trace['traceparent'];
    // @ts-expect-error -- an origin is not changed
    originOf(app).requestId = '';
    return [requestId, header];
  });
});

test('keys are bytes, and there is always a current one', () => {
  onlyCompiled((app: Application) => {
    const bytes: Uint8Array = app.key('session');
    const [current, ...previous] = app.keys('session');
    const first: Uint8Array = current;
    // @ts-expect-error -- the list is not changed
    app.keys('session').push(bytes);
    // @ts-expect-error -- a purpose is a string
    app.key(7);
    return [first, previous];
  });
});

test('a choice in the environment is the union of its values', () => {
  onlyCompiled((env: Env) => {
    const engine: 'database' | 'redis' = env.oneOf('QUEUE', ['database', 'redis']);
    // @ts-expect-error -- redis may come, too
    const one: 'database' = env.oneOf('QUEUE', ['database', 'redis']);
    // @ts-expect-error -- the fallback is one of the values
    env.oneOf('QUEUE', ['database', 'redis'], 'memory');
    return [engine, one];
  });
});

test('work waits for a commit, with or without the name of its transaction', () => {
  onlyCompiled(async (afterCommit: AfterCommit, trx: object) => {
    await afterCommit(() => 1);
    await afterCommit(async () => 'sent', trx);
    // @ts-expect-error -- work is a function
    await afterCommit(Promise.resolve());
    // @ts-expect-error -- a transaction is no name
    await afterCommit(() => 1, 'default');
  });
});

test('a subscriber is a client of ioredis', () => {
  onlyCompiled(async (connections: RedisConnections) => {
    const count: unknown = await connections.subscriber('cache').subscribe('news');
    // @ts-expect-error -- a connection has a name
    connections.subscriber(7);
    return count;
  });
});
