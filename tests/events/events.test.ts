import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { database, transaction } from '@taproot/database';
import { type Event, event, events, type Listener, type ListenerRun, listener } from '@taproot/events';
import { fakeEvents } from '@taproot/events/testing';
import { queue } from '@taproot/queue';
import { pluginChecks } from '@taproot/testing';
import { validation } from '@taproot/validation';
import { anyTables } from '../database/support/application.ts';
import { freshTables, workUntilEmpty } from '../queue/support/application.ts';

interface OrderPaid {
  readonly order: number;
  readonly note?: string;
}

const orderPaid = event<OrderPaid>('order.paid');
const cacheCleared = event('cache.cleared');

const open: Application[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const reporter = () => {
  const reports: (Error & { readonly code?: string })[] = [];
  const plugin = definePlugin({
    name: 'reporter',
    apply: (app) => app.hooks.report.tap('reporter', (error) => void reports.push(error as Error)),
  });
  return { reports, plugin };
};

/** An application without a database and without a queue. */
const boot = async (listeners: unknown, timeout = 5) => {
  const { reports, plugin } = reporter();
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([plugin, events({ timeout })])
    .withListeners(listeners as readonly Listener[])
    .create();
  open.push(app);
  return { app, reports };
};

/** An application with SQLite and a queue. */
const bootWithQueue = async (listeners: readonly Listener[], engine: 'database' | 'sync' = 'database') => {
  const { reports, plugin } = reporter();
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([plugin, validation(), database(), queue({ engine }), events()])
    .withConfig({ database: { default: 'main', connections: { main: { driver: 'sqlite', path: ':memory:' } } } })
    .withListeners(listeners)
    .create();
  open.push(app);
  const db = anyTables(app);
  await freshTables(db);
  return { app, db, reports };
};

const noting = (
  notes: string[],
  name: string,
  more: { queue?: true; afterCommit?: false } = {},
  on: Event<OrderPaid> = orderPaid,
) => listener(on, { name, ...more, handle: ({ order }) => void notes.push(`${name} ${order}`) });

describe('without a transaction', () => {
  test('listeners run one after the other in the order of the list, and dispatch() waits for them', async () => {
    const notes: string[] = [];
    const slow = listener(orderPaid, {
      name: 'slow',
      async handle({ order }) {
        await new Promise(setImmediate);
        notes.push(`slow ${order}`);
      },
    });
    const { app } = await boot([slow, noting(notes, 'quick')]);
    await app.facades.Event().dispatch(orderPaid, { order: 7 });
    expect(notes).toEqual(['slow 7', 'quick 7']);
    await app.facades.Event().emit(orderPaid, { order: 8 });
    expect(notes.slice(2)).toEqual(['slow 8', 'quick 8']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws something that is no error',
      () => {
        throw undefined;
      },
    ],
  ])('a listener that %s is reported, and stops neither the others nor the caller', async (_what, handle) => {
    const notes: string[] = [];
    const { app, reports } = await boot([listener(orderPaid, { name: 'bad', handle }), noting(notes, 'good')]);
    await app.facades.Event().dispatch(orderPaid, { order: 7 });
    expect(notes).toEqual(['good 7']);
    expect(reports).toMatchObject([
      {
        code: 'E_LISTENER_FAILED',
        message: expect.stringMatching(/"bad" of the event "order\.paid", declared at .*events\.test\.ts:\d+/),
      },
    ]);
  });

  test('a listener that never ends is given up and told by its signal, and the next one runs', async () => {
    const notes: string[] = [];
    const seen: ListenerRun[] = [];
    const hung = listener(orderPaid, {
      name: 'hung',
      handle: (_payload, run) => {
        seen.push(run);
        return new Promise(() => undefined);
      },
    });
    const { app, reports } = await boot([hung, noting(notes, 'next')], 0.02);
    await app.facades.Event().dispatch(orderPaid, { order: 7 });
    expect(notes).toEqual(['next 7']);
    expect(reports.map(({ code }) => code)).toEqual(['E_LISTENER_FAILED']);
    expect(seen).toMatchObject([{ event: 'order.paid', attempt: 1, queued: false, signal: { aborted: true } }]);
  });

  test('nothing happens without a listener, and events without a payload need none', async () => {
    const { app, reports } = await boot([]);
    await app.facades.Event().dispatch(cacheCleared);
    await app.facades.Event().dispatch(orderPaid, { order: 1 });
    expect(app.facades.Event().hasListeners(orderPaid)).toBe(false);
    expect(reports).toEqual([]);
  });

  test('a schema judges payloads, and listeners get what it makes of them', async () => {
    const got: unknown[] = [];
    const doubled = event('doubled', {
      '~standard': {
        version: 1,
        validate: (value): { value: { n: number } } | { issues: { message: string; path: string[] }[] } => {
          const { n } = value as { n: unknown };
          return typeof n === 'number'
            ? { value: { n: n * 2 } }
            : { issues: [{ message: 'Not a number.', path: ['n'] }] };
        },
      },
    });
    const { app } = await boot([listener(doubled, { name: 'one', handle: (payload) => void got.push(payload) })]);
    await app.facades.Event().dispatch(doubled, { n: 2 });
    expect(got).toEqual([{ n: 4 }]);
    const wrong = app.facades.Event().dispatch(doubled, { n: 'x' } as never);
    await expect(wrong).rejects.toMatchObject({
      code: 'E_EVENT_PAYLOAD',
      message: expect.stringContaining('n: Not a number.'),
    });
  });
});

describe('declarations', () => {
  test.each([
    ['no list', () => 1, 'E_LISTENER_LIST'],
    ['an object of its own', [{ name: 'x' }], 'E_LISTENER_LIST'],
    ['undefined in the list', [undefined], 'E_LISTENER_LIST'],
    ['two listeners of one name', [noting([], 'a'), noting([], 'a')], 'E_LISTENER_DUPLICATE'],
    [
      'two events of one name',
      [noting([], 'a'), noting([], 'b', {}, event<OrderPaid>('order.paid'))],
      'E_EVENT_DUPLICATE',
    ],
    ['a listener of the queue without a queue', [noting([], 'a', { queue: true })], 'E_LISTENER_QUEUE'],
  ])('%s stops the boot', async (_what, listeners, code) => {
    await expect(boot(listeners)).rejects.toMatchObject({ code });
  });

  test.each([
    ['a name', () => event('no name!'), 'E_EVENT_NAME'],
    ['a handler', () => listener(orderPaid, { handle: 1 as never }), 'E_LISTENER_INVALID'],
    [
      'the queue before the commit',
      () => listener(orderPaid, { queue: true, afterCommit: false, handle: () => 1 }),
      'E_LISTENER_INVALID',
    ],
    ['attempts', () => listener(orderPaid, { queue: { attempts: 0 }, handle: () => 1 }), 'E_LISTENER_INVALID'],
    ['an event', () => listener({} as never, { handle: () => 1 }), 'E_LISTENER_INVALID'],
  ])('%s is refused with its line', (_what, declare, code) => {
    expect(declare).toThrow(expect.objectContaining({ code, place: expect.stringMatching(/events\.test\.ts:\d+/) }));
  });

  test('a listener has the name of its file', () => {
    expect(listener(orderPaid, { handle: () => 1 }).name).toBe('events.test');
  });
});

describe('in a transaction', () => {
  test('listeners run after the commit, in their order, and never after a rollback', async () => {
    const notes: string[] = [];
    const { app, db } = await bootWithQueue([noting(notes, 'first'), noting(notes, 'second')]);
    const work = (order: number, fails: boolean) =>
      transaction(
        db,
        async () => {
          await app.facades.Event().dispatch(orderPaid, { order });
          notes.push('end of the transaction');
          if (fails) throw new Error('no');
        },
        { ambient: true },
      );
    await expect(work(1, true)).rejects.toThrow('no');
    expect(notes.splice(0)).toEqual(['end of the transaction']);
    await work(2, false);
    expect(notes).toEqual(['end of the transaction', 'first 2', 'second 2']);
  });

  test('a listener that throws after the commit is reported, and the others run', async () => {
    const notes: string[] = [];
    const bad = listener(orderPaid, { name: 'bad', handle: () => Promise.reject(new Error('no')) });
    const { app, db, reports } = await bootWithQueue([bad, noting(notes, 'good')]);
    await transaction(db, () => app.facades.Event().dispatch(orderPaid, { order: 1 }), { ambient: true });
    expect([notes, reports.map(({ code }) => code)]).toEqual([['good 1'], ['E_LISTENER_FAILED']]);
  });

  test('one that does not wait for the commit runs inside', async () => {
    const notes: string[] = [];
    const { app, db } = await bootWithQueue([noting(notes, 'late'), noting(notes, 'early', { afterCommit: false })]);
    await transaction(
      db,
      async () => {
        await app.facades.Event().dispatch(orderPaid, { order: 1 });
        notes.push('end');
      },
      { ambient: true },
    );
    expect(notes).toEqual(['early 1', 'end', 'late 1']);
  });

  test('a listener of the queue is a job of the transaction', async () => {
    const notes: string[] = [];
    const booted = await bootWithQueue([noting(notes, 'queued', { queue: true })]);
    const { app, db } = booted;
    const rolledBack = transaction(
      db,
      async () => {
        await app.facades.Event().dispatch(orderPaid, { order: 1 });
        throw new Error('no');
      },
      { ambient: true },
    );
    await expect(rolledBack).rejects.toThrow('no');
    await app.facades.Event().dispatch(orderPaid, { order: 2 });
    expect(notes).toEqual([]);
    expect(await workUntilEmpty(booted)).toBe(1);
    expect(notes).toEqual(['queued 2']);
  });
});

describe('by the queue', () => {
  test.each([
    ['a date', { order: new Date(0) }, /order is /],
    ['a bigint', { order: 1n }, /order is/],
    ['a number that is none', { order: Number.NaN }, /order is/],
    ['a hole in a list', { order: [undefined] }, /order\.0 is undefined/],
    [
      'a circle',
      (() => {
        const one: Record<string, unknown> = {};
        one['order'] = one;
        return one;
      })(),
      /contains itself/,
    ],
  ])('%s in a payload is refused, because JSON does not give it back', async (_what, payload, message) => {
    const { app } = await bootWithQueue([noting([], 'queued', { queue: true })]);
    const sent = app.facades.Event().dispatch(orderPaid, payload as never);
    await expect(sent).rejects.toMatchObject({ code: 'E_EVENT_PAYLOAD', message: expect.stringMatching(message) });
  });

  test('a failed attempt is tried again by the queue, and the id stays', async () => {
    const seen: string[] = [];
    const shaky = listener(orderPaid, {
      name: 'shaky',
      queue: { attempts: 1 },
      handle: (_payload, { id, attempt, queued }) => {
        seen.push(id);
        throw new Error(`attempt ${attempt} ${queued}`);
      },
    });
    const booted = await bootWithQueue([shaky]);
    await booted.app.facades.Event().dispatch(orderPaid, { order: 2 });
    await workUntilEmpty(booted);
    await booted.app.facades.Queue().retryAll();
    await workUntilEmpty(booted);
    expect(new Set(seen).size).toBe(1);
    expect(seen).toHaveLength(2);
    expect(booted.reports.map(({ code }) => code)).toEqual(['E_JOB_FAILED', 'E_JOB_FAILED']);
  });

  test('with the engine "sync" it runs in this process, and its error is reported like any other', async () => {
    const bad = listener(orderPaid, { name: 'bad', queue: true, handle: () => Promise.reject(new Error('no')) });
    const { app, reports } = await bootWithQueue([bad], 'sync');
    await app.facades.Event().dispatch(orderPaid, { order: 2 });
    expect(reports.map(({ code }) => code)).toEqual(['E_LISTENER_FAILED']);
  });
});

describe('the fake', () => {
  test('keeps events, and asserts on them', async () => {
    const notes: string[] = [];
    const note = noting(notes, 'note');
    const { app } = await boot([note]);
    const fake = fakeEvents(app);
    await app.facades.Event().dispatch(orderPaid, { order: 7, note: 'gift' });
    fake
      .assertDispatched(orderPaid)
      .assertDispatched(orderPaid, { order: 7 })
      .assertDispatched(orderPaid, ({ order }) => order > 6)
      .assertDispatchedTimes(orderPaid, 1)
      .assertNotDispatched(orderPaid, { order: 8 })
      .assertNotDispatched(cacheCleared)
      .assertListening(note);
    const failing = [
      () => fake.assertDispatched(cacheCleared),
      () => fake.assertDispatched(orderPaid, { order: 8 }),
      () => fake.assertNotDispatched(orderPaid),
      () => fake.assertDispatchedTimes(orderPaid, 2),
      () => fake.assertNothingDispatched(),
      () => fake.assertListening(noting(notes, 'other')),
    ];
    for (const one of failing) expect(one).toThrow(expect.objectContaining({ code: 'E_EVENTS_ASSERTION' }));
    expect(notes).toEqual([]);
    fake.restore();
    await app.facades.Event().dispatch(orderPaid, { order: 9 });
    expect(notes).toEqual(['note 9']);
  });
});

describe('as a plugin', () => {
  for (const { name, run } of pluginChecks(() => events())) test(name, run);
});

test('the compiler knows payloads', () => {
  listener(orderPaid, {
    handle: ({ order }) => {
      const known: number = order;
      // @ts-expect-error The payload has no such member.
      return (payload: OrderPaid) => [known, payload.ordre];
    },
  });
  const uses = (app: Application) => [
    // @ts-expect-error The payload is missing.
    () => app.facades.Event().dispatch(orderPaid),
    // @ts-expect-error A string is no number.
    () => app.facades.Event().dispatch(orderPaid, { order: '7' }),
    // @ts-expect-error A member that the payload does not have.
    () => app.facades.Event().dispatch(orderPaid, { order: 7, extra: 1 }),
  ];
  expect(uses).toBeInstanceOf(Function);
});

test('a listener of the queue with a unique key is called once while a call with that key waits', async () => {
  const seen: [string, number][] = [];
  const noted = (name: string, unique?: (payload: OrderPaid) => string) =>
    listener(orderPaid, {
      name,
      queue: unique === undefined ? true : { unique },
      handle: ({ order }) => void seen.push([name, order]),
    });
  const booted = await bootWithQueue([noted('each'), noted('once', ({ order }) => String(order))]);
  const dispatch = (order: number) => booted.app.facades.Event().dispatch(orderPaid, { order });
  for (const order of [1, 1, 2]) await dispatch(order);
  await workUntilEmpty(booted);
  const of = (name: string) => seen.flatMap(([who, order]) => (who === name ? [order] : [])).toSorted((a, b) => a - b);
  expect([of('each'), of('once')]).toEqual([
    [1, 1, 2],
    [1, 2],
  ]);
  await dispatch(1);
  await workUntilEmpty(booted);
  expect(of('once')).toEqual([1, 1, 2]);
  expect(() => listener(orderPaid, { queue: { unique: 'order' as never }, handle: () => 1 })).toThrow(
    expect.objectContaining({ code: 'E_LISTENER_INVALID' }),
  );
});
