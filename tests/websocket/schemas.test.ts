import { afterEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@taproot/client/socket';
import { http } from '@taproot/testing';
import { message, socket } from '@taproot/websocket';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { type Opened, open } from './support/application.ts';

const sends = message<{ took: { of: string; data: unknown } }>();

/** One event for each library, whose schemas convert and have defaults, and one with rules. */
const desk = socket({
  path: '/desks/{desk}',
  receives: {
    zod: z.object({ text: z.string().trim().min(2), times: z.coerce.number<string>().int().default(1) }),
    valibot: v.object({
      text: v.pipe(v.string(), v.trim(), v.minLength(2)),
      times: v.optional(v.pipe(v.string(), v.transform(Number), v.integer()), '1'),
    }),
    arktype: type({ text: type('string.trim').to('string >= 2'), times: type('string.integer.parse').default('1') }),
    rules: { text: 'required|string|min:2', times: 'integer' },
    point: z.tuple([z.number(), z.number()]),
    note: z.string().optional(),
    slow: z.object({ name: z.string().refine(async (name) => Promise.resolve(name !== 'taken'), 'It is taken.') }),
    broken: z.object({
      name: z.string().transform((): string => {
        throw new Error('a secret');
      }),
    }),
  },
  sends,
  on: {
    zod: (data, client) => client.send('took', { of: 'zod', data: data satisfies { text: string; times: number } }),
    valibot: (data, client) => client.send('took', { of: 'v', data: data satisfies { text: string; times: number } }),
    arktype: (data, client) => client.send('took', { of: 'a', data: data satisfies { text: string; times: number } }),
    rules: (data, client) => client.send('took', { of: 'r', data: data satisfies { text: string; times?: number } }),
    point: ([x, y], client) => client.send('took', { of: 'point', data: { x, y } }),
    note: (data, client) => client.send('took', { of: 'note', data: data satisfies string | undefined }),
    slow: ({ name }, client) => client.send('took', { of: 'slow', data: name }),
    broken: () => undefined,
  },
});

// The compiler checks these: clients send what a schema takes, and handlers get what it gives.
export const compiled = (connection: Connection<typeof desk>): void => {
  connection.send('zod', { text: 'x' });
  connection.send('zod', { text: 'x', times: '2' });
  connection.send('valibot', { text: 'x', times: '2' });
  connection.send('arktype', { text: 'x', times: '2' });
  connection.send('rules', { text: 'x', times: '2' });
  connection.send('rules', { text: 'x', times: 2 });
  connection.send('point', [1, 2]);
  connection.send('note', undefined);
  // @ts-expect-error the type after the conversion
  connection.send('zod', { text: 'x', times: 2 });
  // @ts-expect-error the type after the conversion
  connection.send('valibot', { text: 'x', times: 2 });
  // @ts-expect-error no text
  connection.send('arktype', { times: '2' });
  // @ts-expect-error one number
  connection.send('point', [1]);
};

socket({
  path: '/typed',
  receives: { say: z.object({ text: z.string() }), said: { text: 'required|string' } },
  on: {
    // @ts-expect-error no such field
    say: ({ txt }) => txt,
    // @ts-expect-error no such field
    said: ({ txt }) => txt,
  },
});

let opened: Opened | null = null;

afterEach(async () => {
  await opened?.app.close();
  opened = null;
});

const enter = async () => {
  opened = await open({ app: { debug: false } }, (route) => route.socket(desk));
  return http(opened.app).socket<typeof desk>('/desks/1').open();
};

test.each(['zod', 'valibot', 'arktype', 'rules'])(
  '%s gives what it made of a message, and errors by field',
  async (by) => {
    await using client = await enter();
    client.sendText(JSON.stringify({ event: by, data: { text: 'hello', times: '2', other: 'x' } }));
    const { data } = (await client.next('took')).data;
    expect(data).toMatchObject({ text: 'hello', times: 2 });
    client.sendText(JSON.stringify({ event: by, data: { text: 'x', times: 'many' } }));
    expect((await client.next('error')).data).toMatchObject({
      code: 'E_VALIDATION_FAILED',
      errors: { text: [expect.any(String)], times: [expect.any(String)] },
    });
    client.sendText(JSON.stringify({ event: by }));
    expect((await client.next('error')).data).toMatchObject({ errors: { text: [expect.any(String)] } });
    expect(opened?.reported).toEqual([]);
  },
);

test.each<[what: string, text: string, answer: object]>([
  ['a list', '{"event":"point","data":[1,2]}', { data: { x: 1, y: 2 } }],
  ['a text', '{"event":"note","data":"hi"}', { data: 'hi' }],
  ['an async refinement', '{"event":"slow","data":{"name":"free"}}', { data: 'free' }],
  ['a list that is too short', '{"event":"point","data":[1]}', { code: 'E_VALIDATION_FAILED' }],
  ['null', '{"event":"note","data":null}', { errors: { '': [expect.any(String)] } }],
  ['an async refusal', '{"event":"slow","data":{"name":"taken"}}', { errors: { name: ['It is taken.'] } }],
  ['a list for rules', '{"event":"rules","data":[1]}', { code: 'E_SOCKET_MESSAGE' }],
])('a schema may take any data: %s', async (_what, text, answer) => {
  await using client = await enter();
  client.sendText(text);
  expect((await client.next()).data).toMatchObject(answer);
});

test('a schema that throws is a fault of the server: its text stays here, and it is reported', async () => {
  await using client = await enter();
  client.send('broken', { name: 'x' });
  expect((await client.next('error')).data).toEqual({ code: 'E_SCHEMA_FAILED', message: 'Internal Server Error' });
  client.send('point', [1, 2]);
  await client.next('took');
  expect(opened?.reported).toEqual([expect.objectContaining({ code: 'E_SCHEMA_FAILED' })]);
});

describe('a wrong declaration', () => {
  const on = { say: () => undefined };

  test.each<[key: string, wrong: object]>([
    ['receives', { receives: undefined, on }],
    ['receives', { receives: [], on }],
    ['receives', { receives: z.object({}), on }],
    ['receives.say', { receives: { say: 'required' }, on }],
    ['receives.say', { receives: { say: null }, on }],
    ['receives.say', { receives: { say: z }, on }],
    ['receives.say', { receives: { say: { '~standard': { version: 1 } } }, on }],
    ['receives.say', { receives: { say: { safeParse: () => undefined } }, on }],
    ['on', { receives: {} }],
    ['on.say', { receives: { say: {} }, on: {} }],
    ['on.say', { receives: { say: {} }, on: { say: 'x' } }],
    ['on.constructor', { receives: { constructor: {} }, on }],
    ['on.say', { receives: { sya: {} }, on: { ...on, sya: () => undefined } }],
  ])('of "%s" names it and its line', (key, wrong) => {
    const declare = () => socket({ path: '/wrong', ...wrong } as never);
    expect(declare).toThrow(
      expect.objectContaining({
        code: 'E_SOCKET_INVALID',
        message: expect.stringContaining(`as its "${key}"`),
        place: expect.stringMatching(/schemas\.test\.ts:\d+/),
      }),
    );
  });

  test('rules that are not valid stop the boot, with the line of the declaration', async () => {
    const wrong = socket({
      path: '/wrong',
      // @ts-expect-error The compiler refuses it, too.
      receives: { ok: {}, say: { text: 'requird' } },
      on: { ok: () => {}, ...on },
    });
    await expect(open({}, (route) => route.prefix('/a').socket(wrong))).rejects.toMatchObject({
      code: 'E_SOCKET_RULES',
      message: expect.stringMatching(/"say" of the socket \/wrong, declared at .*schemas\.test\.ts:\d+.*requird/),
    });
  });
});
