import { expect, test } from '@jest/globals';
import { isolation } from './support/isolation.ts';

test.each(['koa', 'fastify'])(
  'VA-36 on the %s driver no request sees values, user, locale, input or messages of another',
  async (driver) => {
    expect((await isolation(driver, 100)).mixed).toEqual([]);
  },
  60_000,
);
