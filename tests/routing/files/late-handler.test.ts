import { expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { fakeContext } from '@taproot/core/testing';
import { lateHandler } from '../../../plugins/routing/src/files/late-handler.ts';

const answers: Handler = (ctx) => ctx.response().string(200, 'made');

test('is loaded once, by the first of its requests, however many come at a time', async () => {
  let loads = 0;
  const handler = lateHandler(async () => {
    loads++;
    return answers;
  });
  expect(loads).toBe(0);
  const ctx = fakeContext();
  const responses = await Promise.all([handler(ctx), handler(ctx)]);
  expect(responses.map((response) => response?.body)).toEqual(['made', 'made']);
  expect(loads).toBe(1);
});

test('once loaded it is called as it is, without a promise in between', async () => {
  const handler = lateHandler(async () => answers);
  const ctx = fakeContext();
  await handler(ctx);
  expect(handler(ctx)).toMatchObject({ status: 200, body: 'made' });
});

test('what failed to load is loaded again for the next request', async () => {
  let loads = 0;
  const handler = lateHandler(async () => {
    if (++loads === 1) throw new Error('no descriptor is left');
    return answers;
  });
  const ctx = fakeContext();
  await expect(handler(ctx)).rejects.toThrow('no descriptor is left');
  expect(await handler(ctx)).toMatchObject({ body: 'made' });
});
