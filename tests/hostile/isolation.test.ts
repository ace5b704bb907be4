import { expect, test } from '@jest/globals';
import { howMany } from '../drivers/support/how-many.ts';
import { isolation } from './support/isolation.ts';

test.each(['koa', 'fastify'])(
  'VA-36 on the %s driver no request sees values, user, locale, input or messages of another',
  async (driver) => {
    expect((await isolation(driver, howMany(3000, 50_000))).mixed).toEqual([]);
  },
  180_000,
);
