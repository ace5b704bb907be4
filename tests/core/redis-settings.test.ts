import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { redisSettings } from '@taproot/core';

let now = 0;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('a command fails rather than wait, and none is sent twice', () => {
  expect(redisSettings()).toMatchObject({
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
});

test('a new connection is tried after ever longer pauses, but at least every second', () => {
  const { retryStrategy } = redisSettings();
  expect([1, 2, 9, 10, 11, 1000].map(retryStrategy)).toEqual([100, 200, 900, 1000, 1000, 1000]);
});

test('a primary that became a replica is left, once in a second', () => {
  const { reconnectOnError } = redisSettings();
  const readOnly = new Error("READONLY You can't write against a read only replica.");
  expect([reconnectOnError(readOnly), reconnectOnError(readOnly)]).toEqual([true, false]);
  now = 999;
  expect(reconnectOnError(readOnly)).toBe(false);
  now = 1000;
  expect(reconnectOnError(readOnly)).toBe(true);
});

test('another error keeps the connection, and each client looks for itself', () => {
  const [one, other] = [redisSettings(), redisSettings()];
  const readOnly = new Error('READONLY');
  expect(one.reconnectOnError(new Error('ERR unknown command'))).toBe(false);
  expect([one.reconnectOnError(readOnly), other.reconnectOnError(readOnly)]).toEqual([true, true]);
});
