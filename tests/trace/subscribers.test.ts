import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { channels, trace } from '@taproot/core/plugin';
import { guardChannel } from '../../core/src/trace/guard-channel.ts';

// A channel of this file alone: those of Taproot belong to the process, and were guarded by the first copy of core in it.
const start = channel('taproot-tests:subscribers');
guardChannel(start);
const event = { ability: 'a' };
const check = (): string => start.runStores(event, () => 'done');
const fail = (error: unknown) => (): never => {
  throw error;
};

/** What the process is warned of; Node would print it. */
let warnings: unknown[][];

beforeEach(() => {
  warnings = [];
  jest.spyOn(process, 'emitWarning').mockImplementation((...warning: unknown[]) => void warnings.push(warning));
});

afterEach(() => {
  jest.restoreAllMocks();
  expect([start.hasSubscribers, channels.gate.hasSubscribers]).toEqual([false, false]);
});

describe('a subscriber that fails', () => {
  test.each([
    ['an error', new Error('tool is down'), 'tool is down', { detail: expect.stringContaining('tool is down\n') }],
    ['a text', 'tool is down', 'string', {}],
    ['nothing', undefined, 'undefined', {}],
  ])('with %s is one warning, and the work goes on', (_what, error, reason, more) => {
    const listener = fail(error);
    start.subscribe(listener);
    expect([check(), check()]).toEqual(['done', 'done']);
    start.unsubscribe(listener);
    expect(warnings).toEqual([
      [
        `A subscriber of the channel taproot-tests:subscribers failed: ${reason}`,
        { code: 'TAPROOT_SUBSCRIBER', ...more },
      ],
    ]);
  });

  test('after it has returned is one as well', async () => {
    const listener = async (): Promise<void> => {
      await Promise.resolve();
      throw new Error('tool is away');
    };
    start.subscribe(listener);
    check();
    start.unsubscribe(listener);
    await new Promise(setImmediate);
    expect(warnings).toEqual([[expect.stringContaining('tool is away'), expect.anything()]]);
  });

  test('to make a store leaves the one there is, and is a warning', () => {
    const store = new AsyncLocalStorage<unknown>();
    const seen: unknown[] = [];
    const listener = (): unknown => seen.push(store.getStore());
    start.bindStore(store, fail(new Error('store is down')));
    start.subscribe(listener);
    expect(store.run('outer', () => [check(), check()])).toEqual(['done', 'done']);
    start.unsubscribe(listener);
    start.unbindStore(store);
    expect(seen).toEqual(['outer', 'outer']);
    expect(warnings).toHaveLength(1);
  });
});

test('a store without a function of its own gets the event', () => {
  const store = new AsyncLocalStorage<unknown>();
  start.bindStore(store);
  expect(start.runStores(event, () => store.getStore())).toBe(event);
  start.unbindStore(store);
});

test('what never subscribed cannot end a subscription', () => {
  expect(start.unsubscribe(() => undefined)).toBe(false);
  const listener = (): void => undefined;
  start.subscribe(listener);
  expect(start.unsubscribe(() => undefined)).toBe(false);
  expect(start.unsubscribe(listener)).toBe(true);
});

test('a promise that is none of Node, such as a query, is asked once for its result', async () => {
  let asked = 0;
  const query: PromiseLike<string> = {
    // biome-ignore lint/suspicious/noThenProperty: this is how a query builder runs when it is awaited.
    // oxlint-disable-next-line unicorn/no-thenable -- the same
    then: (onResult, onError) => {
      asked++;
      return Promise.resolve('rows').then(onResult, onError);
    },
  };
  const ended: unknown[] = [];
  const subscriber = { asyncEnd: (event: object): unknown => ended.push(event) };
  channels.gate.subscribe(subscriber);
  const asking = { ctx: null, ability: 'a', allowed: null };
  const result = trace(channels.gate, asking, () => query);
  expect([await result, await result]).toEqual(['rows', 'rows']);
  channels.gate.unsubscribe(subscriber);
  expect([asked, ended]).toEqual([1, [asking]]);
});
