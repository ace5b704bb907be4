import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serve } from '../../support/serve.ts';

describe.each(['koa', 'fastify'])('a bearer token over the wire, on the %s driver', (driver) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(
      (route) => void route.get('/', (ctx) => ctx.response().string(200, `<${ctx.request().bearerToken()}>`)),
      { driver },
    );
  });
  afterAll(() => served.close());

  const tokenOf = async (...lines: readonly string[]): Promise<string> => {
    const head = ['GET / HTTP/1.1', 'Host: localhost', ...lines, 'Connection: close', '', ''];
    const reply = await served.raw(head.join('\r\n'));
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    return reply.slice(reply.lastIndexOf('<'));
  };

  test.each([
    ['Authorization: Bearer abc', '<abc>'],
    ['authorization: bearer abc', '<abc>'],
    ['AUTHORIZATION: BEARER   a.b-c_d~e+f/g==', '<a.b-c_d~e+f/g==>'],
    ['Authorization: Basic abc', '<>'],
    ['Authorization: xBearer abc', '<>'],
    ['Authorization: Bearer', '<>'],
    ['Authorization: Bearer abc def', '<>'],
    ['Authorization: Bearer abc, Bearer def', '<>'],
    ['Authorization:', '<>'],
    ['X-Authorization: Bearer abc', '<>'],
  ])('of %j is %s', async (line, token) => {
    expect(await tokenOf(line)).toBe(token);
  });

  test('AU-04 is none when there are several credentials: a proxy may have checked another than the first', async () => {
    for (const lines of [
      ['Authorization: Bearer guest', 'Authorization: Bearer admin'],
      ['Authorization: Bearer admin', 'authorization: Basic YTpi'],
      ['AUTHORIZATION: Basic YTpi', 'Authorization: Bearer admin'],
      ['Authorization: Bearer same', 'X-Between: 1', 'Authorization: Bearer same'],
      ['Authorization:', 'Authorization: Bearer admin'],
      ['Authorization: Bearer admin', 'Authorization:'],
      ['Authorization: Bearer a', 'Authorization: Bearer b', 'Authorization: Bearer c'],
    ])
      expect([lines, await tokenOf(...lines)]).toEqual([lines, '<>']);
  });
});
