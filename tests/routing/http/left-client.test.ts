import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { type Served, serve } from '../../support/serve.ts';

test.each(['koa', 'fastify'])('ip() that is first asked when the client has left, on the driver %s', async (driver) => {
  let told: (ip: string) => void = () => undefined;
  const ip = new Promise<string>((resolve) => (told = resolve));
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  const served: Served = await serve(
    (route) =>
      void route.get('/', async (ctx) => {
        began();
        await once(ctx.request().signal(), 'abort');
        told(ctx.request().ip());
        return ctx.response().noContent();
      }),
    { driver },
  );
  const client = connect(served.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await begun;
  client.destroy();
  expect(await ip).toBe('127.0.0.1');
  await served.close();
});
