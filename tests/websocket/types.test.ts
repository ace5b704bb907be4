import { expect, test } from '@jest/globals';
import type { Connection } from '@taproot/client/socket';
import { message, socket } from '@taproot/websocket';
import type { Sockets } from '../../examples/helpdesk/api/sockets.d.ts';

// The compiler checks this file: each line below an @ts-expect-error must not compile.

/** The types that `openapi:write` has written are those of the declaration. */
export const written = (connection: Connection<Sockets['tickets.live']>): void => {
  connection.on('typed', ({ user, name }) => `${user satisfies number}${name satisfies string}`);
  connection.on('missed', (data) => data satisfies null);
  connection.send('typing', {});
  // @ts-expect-error no such event
  connection.on('typing', () => undefined);
  // @ts-expect-error a number
  connection.on('typed', ({ user }) => user satisfies string);
  // @ts-expect-error the server sends it
  connection.send('typed', {});
  // @ts-expect-error no such socket
  void ({} as Sockets['tickets.dead']);
};

const sends = message<{ said: { text: string }; left: null }>();

export const typed = socket({
  path: '/rooms/{room}',
  join: () => ({ name: 'ann' }),
  receives: { say: { text: 'required|string', times: 'integer' }, ping: {} },
  sends,
  on: {
    say: ({ text, times }, client) => {
      const [said, given, name, room]: [string, number | undefined, string, string] = [
        text,
        times ?? 0,
        client.joined.name,
        client.params.room,
      ];
      client.send('said', { text: `${said}${given}${name}${room}` });
      client.send('left', null);
      // @ts-expect-error no such event
      client.send('sad', { text });
      // @ts-expect-error a number
      client.send('said', { text: 1 });
      // @ts-expect-error no data
      client.send('said');
      // @ts-expect-error another event's data
      void client.room.send('left', { text });
      // @ts-expect-error no such field
      void client.joined.nam;
      // @ts-expect-error no such parameter
      void client.params.hall;
      return client.room.send('said', { text });
    },
    ping: (data) => {
      // @ts-expect-error no such field
      void data.text;
    },
  },
});

export const rooms = () => [
  typed.of({ room: 7 }),
  // @ts-expect-error no such parameter
  typed.of({ hall: 7 }),
];

socket({
  path: '/a',
  // @ts-expect-error no such rule
  receives: { say: { text: 'requird' } },
  on: { say: () => undefined },
});

// These do not run: the declaration refuses them, too.
export const refused = (): void => {
  socket({
    path: '/b',
    receives: { say: { text: 'required|string' } },
    // @ts-expect-error no code for the event
    on: {},
  });

  socket({
    path: '/c',
    receives: { say: { text: 'required|string' } },
    on: {
      say: () => undefined,
      // @ts-expect-error an event without rules
      sya: () => undefined,
    },
  });
};

test('a declaration is frozen', () => {
  expect(Object.isFrozen(typed)).toBe(true);
});
