import { afterEach, expect, test } from '@jest/globals';
import { type Served, serve } from '../../support/serve.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

test('values are kept by their keys, the last one given, and known to nobody else', async () => {
  const one = Symbol('key');
  const other = Symbol('key');
  served = await serve((route) => {
    route.get('/kept', (ctx) => {
      const before = [ctx.value('a'), ctx.value(one)];
      ctx.withValue('a', 1).withValue(one, 2).withValue(other, undefined).withValue('a', 3).withValue(one, 4);
      return ctx.response().json(200, [before, ctx.value('a'), ctx.value(one), ctx.value('toString')]);
    });
    route.get('/nothing', (ctx) => ctx.response().json(200, [ctx.withValue('a', null).value('a'), ctx.value(one)]));
  });
  expect(await (await fetch(`${served.url}/kept`)).json()).toEqual([[null, null], 3, 4, null]);
  expect(await (await fetch(`${served.url}/nothing`)).json()).toEqual([null, null]);
});
