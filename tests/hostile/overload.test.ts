import { afterEach, describe, expect, test } from '@jest/globals';
import { HostileApplication } from './wire/application.ts';
import { get } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

/** Holds the event loop up, as a busy handler does, but leaves the processor to others. */
const block = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  let application: HostileApplication;
  const waiting: number[] = [];

  const open = async (http: object): Promise<void> => {
    application = await HostileApplication.open(driver, {
      config: { http },
      apply: (app) => {
        app.facades.Route().get('/block', (ctx) => {
          block(700);
          return ctx.response().string(200, 'blocked');
        });
        app.facades.Route().get('/delay', (ctx) => {
          waiting.push(app.facades.Http().delay);
          return ctx.response().string(200, 'told');
        });
      },
    });
  };
  afterEach(async () => {
    waiting.length = 0;
    await application.close();
  });

  /** Resolves once the loop has been found idle. */
  const settled = async (): Promise<void> => {
    while (application.app.facades.Http().delay > 0.05) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  /** Asks for `path` ten times while a handler blocks everything; the statuses, that of the handler first. */
  const askWhileBlocked = async (path: string): Promise<(number | undefined)[]> => {
    await settled();
    const blocked = sendAttack(application.port, get('/block'));
    const others = Array.from({ length: 10 }, () => sendAttack(application.port, get(path, 'Origin: https://a.test')));
    return (await Promise.all([blocked, ...others])).map((reply) => statusesOf(reply)[0]);
  };

  test('LC-22 with overload_delay what waited behind a blocked event loop is 503 at once, told once, and over at once', async () => {
    await open({ overload_delay: 0.5 });
    const [blocked, ...others] = await askWhileBlocked('/health');
    expect(blocked).toBe(200);
    expect(others.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(others.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(application.reported).toEqual([expect.objectContaining({ code: 'E_OVERLOADED' })]);
    await settled();
    expect(statusesOf(await sendAttack(application.port, get('/health')))).toEqual([200]);
  });

  test('LC-22 without it all of them are answered, and a health check is told the delay', async () => {
    await open({});
    expect(await askWhileBlocked('/delay')).toEqual(Array(11).fill(200));
    expect(Math.max(...waiting)).toBeGreaterThan(0.5);
    await settled();
    await sendAttack(application.port, get('/delay'));
    expect(waiting.at(-1)).toBeLessThan(0.5);
    expect(application.reported).toEqual([]);
  });

  test('LC-22 a refusal says when to come again, and keeps the headers of CORS', async () => {
    await open({ overload_delay: 0.5 });
    await settled();
    const blocked = sendAttack(application.port, get('/block'));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => sendAttack(application.port, get('/health', 'Origin: https://a.test'))),
    );
    const refused = replies.find((reply) => statusesOf(reply)[0] === 503);
    expect(refused).toMatch(/\r\nRetry-After: 1\r\n/i);
    expect(refused).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/i);
    await blocked;
  });
});
