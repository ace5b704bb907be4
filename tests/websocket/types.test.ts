import { expect, test } from '@jest/globals';
import type { Connection } from '@taproot/client/socket';
import type { Application } from '@taproot/core';
import type { TestSocket } from '@taproot/testing';
import { message, type SocketClient, socket } from '@taproot/websocket';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import type { Sockets } from '../../examples/helpdesk/api/sockets.d.ts';

// The compiler checks this file: each row of `right` compiles, and each row of `wrong` does not. Nothing of a row runs.

/** The types that `openapi:write` has written are those of the declaration. */
export const written = (connection: Connection<Sockets['tickets.live']>): void => {
  connection.on('typed', ({ user, name }) => `${user satisfies number}${name satisfies string}`);
  connection.on('missed', (data) => data satisfies null);
  connection.send('typing', {});
  // @ts-expect-error no such event
  connection.on('typing', () => undefined);
  // @ts-expect-error the server sends it
  connection.send('typed', {});
  // @ts-expect-error no such socket
  void ({} as Sockets['tickets.dead']);
};

const sends = message<{ said: { text: string; at?: number }; left: null; seen: readonly number[] }>();

export const typed = socket({
  path: '/rooms/{room}/{seat:[0-9]+}',
  join: () => ({ name: 'ann', age: 7 }),
  member: ({ name }) => ({ id: name, isLoud: true }),
  receives: {
    say: { text: 'required|string', times: 'integer', 'tags.*': 'string' },
    ping: {},
    zod: z.object({ text: z.string(), day: z.coerce.number<string>() }),
    valibot: v.object({ text: v.optional(v.string(), 'x') }),
    arktype: type({ text: 'string', 'n?': 'number' }),
    pair: z.tuple([z.number(), z.number()]),
    note: z.string().optional(),
  },
  sends,
  on: {
    say: ({ text, times }) => text.repeat(times ?? 1),
    ping: () => undefined,
    zod: ({ text, day }) => text.repeat(day),
    valibot: ({ text }) => text.length,
    arktype: ({ text, n }) => text.repeat(n ?? 1),
    pair: ([x, y]) => x + y,
    note: (text) => text?.length,
  },
  left: (client) => client.joined.age + 1,
});

const plain = socket({ path: '/plain', receives: {}, on: {} });

type Joined = { readonly name: string; readonly age: number };
type Sent = { said: { text: string; at?: number }; left: null; seen: readonly number[] };

declare const client: SocketClient<Joined, Sent, 'room' | 'seat', { id: string; isLoud: boolean }>;
declare const app: Application;
declare const far: Connection<typeof typed>;
declare const near: TestSocket<typeof typed>;

const { Sockets, Broadcast } = { Sockets: () => app.facades.Sockets(), Broadcast: () => app.facades.Broadcast() };
const seat = () => typed.of({ room: 1, seat: 2 });

const right: readonly (() => unknown)[] = [
  () => client.send('said', { text: 'x' }),
  () => client.send('said', { text: 'x', at: 1 }),
  () => client.send('left', null),
  () => client.send('seen', [1, 2]),
  () => client.room.send('said', { text: 'x' }),
  () => client.room.members().then((all) => all.map(({ isLoud }) => isLoud)),
  () => client.joined.name.length + client.joined.age,
  () => client.params.room + client.params.seat,
  () => client.close(),
  () => client.close(4001, 'bye'),
  () => client.ctx.request().query('a').length,
  () => typed.of({ room: 'x', seat: 2 }),
  () => plain.of({}),
  () => Broadcast().send(seat(), 'said', { text: 'x' }),
  () => Sockets().members(seat()),
  () =>
    Sockets()
      .members(seat())
      .then((all) => all.map(({ id, isLoud }) => [id.length, isLoud])),
  () =>
    Sockets()
      .members()
      .then((all) => all.map(({ id }) => id)),
  () => Sockets().member(7).disconnect(4001, 'x'),
  () => Sockets().member('7').send('any', { n: 1 }),
  () => Sockets().countHere(seat()) + Sockets().countHere(),
  () => Sockets().findHere(({ path, params }) => path === params['room']),
  () =>
    Sockets()
      .disconnectHere(() => true, 4001)
      .toFixed(),
  () => far.send('say', { text: 'x' }),
  () => far.send('say', { text: 'x', times: '2' }),
  () => far.send('ping', {}),
  () => far.send('zod', { text: 'x', day: '7' }),
  () => far.send('valibot', {}),
  () => far.send('arktype', { text: 'x', n: 1 }),
  () => far.send('pair', [1, 2]),
  () => far.send('note', undefined),
  () => far.on('said', ({ text, at }) => text.repeat(at ?? 1)),
  () => far.on('left', (data) => data satisfies null),
  () => far.on('seen', ([first]) => first?.toFixed()),
  () => far.on('presence', ({ joined, left }) => [...joined, ...left].map(({ isLoud }) => isLoud)),
  () => far.on('members', (all) => all.map(({ id }) => id.length)),
  () => far.on('error', ({ code, errors }) => [code.length, errors?.['text']?.[0]]),
  () => far.on('missed', (data, id) => [data satisfies null, id.length]),
  () =>
    near
      .send('say', { text: 'x' })
      .next('said')
      .then(({ data }) => data.text),
  () => near.assertNext('said', ({ text }) => text === 'x'),
  () => near.assertNext('said', { at: 1 }),
];

const wrong: readonly (() => unknown)[] = [
  // @ts-expect-error no such event
  () => client.send('sad', { text: 'x' }),
  // @ts-expect-error a number
  () => client.send('said', { text: 1 }),
  // @ts-expect-error no data
  () => client.send('said'),
  // @ts-expect-error no such field
  () => client.send('said', { text: 'x', to: 1 }),
  // @ts-expect-error data of another event
  () => client.send('left', { text: 'x' }),
  // @ts-expect-error texts
  () => client.send('seen', ['1']),
  // @ts-expect-error an event that it receives
  () => client.room.send('say', { text: 'x' }),
  // @ts-expect-error no such member of a member
  () => client.room.members().then((all) => all.map(({ loud }) => loud)),
  // @ts-expect-error no such field
  () => client.joined.nam,
  // @ts-expect-error no such parameter
  () => client.params.hall,
  // @ts-expect-error a text
  () => client.close('4001'),
  // @ts-expect-error a parameter is missing
  () => typed.of({ room: 1 }),
  // @ts-expect-error no such parameter
  () => typed.of({ room: 1, seat: 2, row: 3 }),
  // @ts-expect-error a list
  () => typed.of({ room: [1], seat: 2 }),
  // @ts-expect-error no such event
  () => Broadcast().send(seat(), 'sad', { text: 'x' }),
  // @ts-expect-error a number
  () => Broadcast().send(seat(), 'said', { text: 1 }),
  // @ts-expect-error a socket is no channel
  () => Sockets().members(typed),
  // @ts-expect-error no such member of a member
  async () => (await Sockets().members(seat()))[0]?.loud,
  // @ts-expect-error an object
  () => Sockets().member({ id: 7 }),
  // @ts-expect-error no test
  () => Sockets().findHere(),
  // @ts-expect-error a member, not its id
  () => Sockets().disconnectHere('ann'),
  // @ts-expect-error no such method
  () => Sockets().count(),
  // @ts-expect-error no text
  () => far.send('say', {}),
  // @ts-expect-error a number
  () => far.send('say', { text: 1 }),
  // @ts-expect-error an event that it sends
  () => far.send('said', { text: 'x' }),
  // @ts-expect-error the type after the conversion
  () => far.send('zod', { text: 'x', day: 7 }),
  // @ts-expect-error a number
  () => far.send('valibot', { text: 1 }),
  // @ts-expect-error no text
  () => far.send('arktype', { n: 1 }),
  // @ts-expect-error one number
  () => far.send('pair', [1]),
  // @ts-expect-error a number
  () => far.send('note', 7),
  // @ts-expect-error no such event
  () => far.on('sad', () => undefined),
  // @ts-expect-error no such field
  () => far.on('said', ({ txt }) => txt),
  // @ts-expect-error no such member of a member
  () => far.on('members', (all) => all.map(({ loud }) => loud)),
  // @ts-expect-error the state of a connection is read
  () => (far.state = 'open'),
  // @ts-expect-error no such field
  () => near.assertNext('said', { txt: 'x' }),
  // @ts-expect-error no such field
  () => near.assertNext('said', ({ txt }) => txt === 'x'),
  // @ts-expect-error no such event
  () => near.next('sad'),
  // @ts-expect-error no such rule
  () => socket({ path: '/a', receives: { say: { text: 'requird' } }, on: { say: () => undefined } }),
  // @ts-expect-error no code for the event
  () => socket({ path: '/b', receives: { say: { text: 'required|string' } }, on: {} }),
  // @ts-expect-error an event without rules
  () => socket({ path: '/c', receives: { say: {} }, on: { say: () => undefined, sya: () => undefined } }),
];

test('40 uses compile, 40 do not, and a declaration is frozen', () => {
  expect([right.length, wrong.length]).toEqual([40, 40]);
  expect(Object.isFrozen(typed)).toBe(true);
});
