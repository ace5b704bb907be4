import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { drivers as plain } from '../support/drivers.ts';
import { HostileApplication } from './wire/application.ts';
import { attacks } from './wire/attacks.ts';
import { comparable, sendAttack, statusesOf } from './wire/send-attack.ts';

/** A tap on the native instance of a driver sends every request another way; without one the drivers are alike. */
const applications: Readonly<Record<string, () => Promise<HostileApplication>>> = {
  ...Object.fromEntries(plain.map((driver) => [driver, () => HostileApplication.open(driver)])),
  'koa with native middleware': () =>
    HostileApplication.open('koa', {
      apply: (app: Application) =>
        app.facades
          .Http()
          .hooks.driver.for('koa')
          .tap('native', (instance) => void instance.use((_ctx, next) => next())),
    }),
  'fastify with a native hook': () =>
    HostileApplication.open('fastify', {
      apply: (app: Application) =>
        app.facades
          .Http()
          .hooks.driver.for('fastify')
          .tap('native', (instance) => void instance.addHook('onRequest', async () => undefined)),
    }),
};
const drivers = Object.keys(applications);
const isNative = (name: string): boolean => name.includes(' with ');

const open = new Map<string, HostileApplication>();
const on = (name: string): HostileApplication => {
  const application = open.get(name);
  if (application === undefined) throw new Error(`The application "${name}" is not open.`);
  return application;
};

beforeAll(async () => {
  for (const [name, start] of Object.entries(applications)) open.set(name, await start());
});
afterAll(() => Promise.all([...open.values()].map((application) => application.close())));

/** What came back for an attack, which is sent once to each application. */
const replies = new Map<string, Promise<string>>();
const replyTo = (name: string, send: string): Promise<string> => {
  const key = `${name} ${send}`;
  const reply = replies.get(key) ?? sendAttack(on(name).port, send);
  replies.set(key, reply);
  return reply;
};

const prototypes = (): string[] => [Object.prototype, Array.prototype, Function.prototype].flatMap(Object.keys);

describe.each(drivers)('on %s', (name) => {
  test.each(attacks)('$row: $what', async ({ send, status, nativeStatus, has, lacks }) => {
    const received = await replyTo(name, send);
    const expected = isNative(name) ? (nativeStatus ?? status) : status;
    expect(statusesOf(received)).toEqual([expected].flat());
    if (has !== undefined) expect(received).toMatch(has);
    if (lacks !== undefined) expect(received).not.toMatch(lacks);
  });

  test('after all of it the process is as it was: no temporary file, no changed prototype, good requests served', async () => {
    expect(await on(name).leftSpooled()).toEqual([]);
    expect(prototypes()).toEqual([]);
    const good = await sendAttack(on(name).port, 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(good).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
  });
});

/** A reply whose header fields stand in no order and no case of letters: a native instance writes them in its own. */
const unordered = (received: string): string =>
  received.replaceAll(/(HTTP\/1\.1 \d{3} .*\r\n)((?:[\w-]+: .*\r\n)+)/g, (_head, line: string, fields: string) => {
    const sorted = fields
      .split('\r\n')
      .filter((field) => field !== '')
      .map((field) => field.replace(/^[\w-]+/, (name) => name.toLowerCase()));
    return `${line}${sorted.toSorted().join('\r\n')}\r\n`;
  });

test('LC-23 every attack is answered alike by both drivers, byte for byte, and by native instances but for the order of headers', async () => {
  const differences: unknown[] = [];
  for (const { row, what, send, nativeStatus } of attacks) {
    const answers = await Promise.all(drivers.map(async (name) => comparable(await replyTo(name, send))));
    const kinds = nativeStatus === undefined ? 1 : 2;
    const plainly = answers.filter((_answer, at) => !isNative(drivers[at] ?? ''));
    if (new Set(plainly).size > 1 || new Set(answers.map(unordered)).size > kinds)
      differences.push({ row, what, answers });
  }
  expect(differences).toEqual([]);
}, 60_000);
