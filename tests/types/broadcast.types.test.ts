import { expect, test } from '@jest/globals';
import { type AnyChannel, type Broadcast, channel } from '@taproot/broadcast';
import type { Context } from '@taproot/core';
import type { BodyOf } from '@taproot/core/internal';
import { type Equal, expectType, onlyCompiled } from './support.ts';

const rooms = channel('rooms.{room}').events<{ booked: { id: number }; closed: null }>();
const desks = channel('rooms.{room}.desks.{desk}');
const news = channel('news').events<{ printed: string }>();

test('a channel is made of the parameters of its pattern', () => {
  expectType<Equal<ReturnType<typeof rooms.of>, AnyChannel<{ booked: { id: number }; closed: null }>>>();
  onlyCompiled(() => {
    rooms.of({ room: 7 });
    rooms.of({ room: 'oak' });
    news.of();
    desks.of({ room: 1, desk: 'a' });
    // @ts-expect-error -- the parameter is missing
    rooms.of();
    // @ts-expect-error -- one of two is missing
    desks.of({ room: 1 });
    // @ts-expect-error -- the pattern has no such parameter
    rooms.of({ room: 1, desk: 'a' });
    // @ts-expect-error -- a parameter is a string or a number
    rooms.of({ room: null });
    // @ts-expect-error -- the pattern has no parameters
    news.of({ room: 1 });
  });
  expect(true).toBe(true);
});

test('events are sent by their names, with their data', () => {
  onlyCompiled(async (broadcast: Broadcast) => {
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: 1 });
    await broadcast.send(rooms.of({ room: 7 }), 'closed', null);
    // @ts-expect-error -- there is no such event
    await broadcast.send(rooms.of({ room: 7 }), 'boked', { id: 1 });
    // @ts-expect-error -- the id is a number
    await broadcast.send(rooms.of({ room: 7 }), 'booked', { id: '1' });
    // @ts-expect-error -- this event has no data
    await broadcast.send(rooms.of({ room: 7 }), 'closed', { id: 1 });
    // Without events() any name and any data.
    await broadcast.send(desks.of({ room: 7, desk: 1 }), 'whatever', { it: 'is' });
  });
  expect(true).toBe(true);
});

test('who decides about a channel gets its parameters, and answers with a boolean', () => {
  rooms.authorize((_ctx: Context, params) => {
    expectType<Equal<typeof params, { readonly room: string }>>();
    return params.room === '7';
  });
  // @ts-expect-error -- there is no such parameter
  rooms.authorize((_ctx, { desk }) => desk === '7');
  // @ts-expect-error -- a string is no decision
  rooms.authorize(() => 'yes');
  // The events stay with a channel that got a rule.
  expectType<Equal<ReturnType<ReturnType<typeof rooms.can>['of']>, ReturnType<typeof rooms.of>>>();
  expect(true).toBe(true);
});

test('a stream has the events of all its channels', () => {
  onlyCompiled(async (broadcast: Broadcast, ctx: Context) => {
    const reply = await broadcast.stream(ctx, [rooms.of({ room: 7 }), news.of()]);
    expectType<
      Equal<
        BodyOf<typeof reply>,
        | { readonly event: 'booked'; readonly data: { id: number }; readonly id: string }
        | { readonly event: 'closed'; readonly data: null; readonly id: string }
        | { readonly event: 'printed'; readonly data: string; readonly id: string }
      >
    >();
    // @ts-expect-error -- a pattern is no channel
    await broadcast.stream(ctx, rooms);
  });
  expect(true).toBe(true);
});
