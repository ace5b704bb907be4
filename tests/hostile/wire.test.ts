import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HostileApplication } from './wire/application.ts';
import { attacks } from './wire/attacks.ts';
import { comparable, sendAttack, statusesOf } from './wire/send-attack.ts';

const open = new Map<string, HostileApplication>();
const on = (driver: string): HostileApplication => {
  const application = open.get(driver);
  if (application === undefined) throw new Error(`The ${driver} driver is not open.`);
  return application;
};

beforeAll(async () => {
  for (const driver of ['koa', 'fastify']) open.set(driver, await HostileApplication.open(driver));
});
afterAll(() => Promise.all([...open.values()].map((application) => application.close())));

const prototypes = (): string[] => [Object.prototype, Array.prototype, Function.prototype].flatMap(Object.keys);

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  test.each(attacks)('$row: $what', async ({ send, status, has, lacks }) => {
    const received = await sendAttack(on(driver).port, send);
    const expected = typeof status === 'number' ? [status] : status;
    expect(statusesOf(received)).toEqual(expected);
    if (has !== undefined) expect(received).toMatch(has);
    if (lacks !== undefined) expect(received).not.toMatch(lacks);
  });

  test('after all of it the process is as it was: no temporary file, no changed prototype, good requests served', async () => {
    expect(await on(driver).leftSpooled()).toEqual([]);
    expect(prototypes()).toEqual([]);
    const good = await sendAttack(on(driver).port, 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(good).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
  });
});

test('LC-23 every attack is answered alike by both drivers, byte for byte', async () => {
  const differences: unknown[] = [];
  for (const { row, what, send } of attacks) {
    const [koa, fastify] = await Promise.all([sendAttack(on('koa').port, send), sendAttack(on('fastify').port, send)]);
    if (comparable(koa) !== comparable(fastify)) differences.push({ row, what, koa, fastify });
  }
  expect(differences).toEqual([]);
}, 60_000);
