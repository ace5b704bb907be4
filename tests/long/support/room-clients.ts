import { type Connection, connect } from '@taproot/client/socket';
import { WebSocket } from 'ws';
import type { room } from '../fixtures/socket-server.ts';

/** A client of the package, with what it has heard. */
export interface RoomClient {
  readonly connection: Connection<typeof room>;
  /** The numbers of the events, in their order. */
  readonly heard: number[];
  /** The ids of the events. */
  readonly ids: Set<string>;
  /** How often events were lost. */
  missed: number;
  /** The codes of the connections that have ended. */
  readonly codes: number[];
  /** The process that its connection belongs to. */
  pid: number;
}

/** Opens a client, and resolves when it has joined its room. */
const openClient = (url: string, wait: `${number}ms`): Promise<RoomClient> =>
  new Promise((resolve) => {
    const codes: number[] = [];
    const connection = connect<typeof room>(url, {
      WebSocket,
      wait,
      timeout: 2,
      onState: (state, code) => void (state === 'waiting' && codes.push(code)),
    });
    const client: RoomClient = { connection, heard: [], ids: new Set(), missed: 0, codes, pid: 0 };
    connection.on('said', ({ n }, id) => {
      client.heard.push(n);
      client.ids.add(id);
    });
    connection.on('missed', () => client.missed++);
    connection.on('joined', () => connection.send('where', {}));
    connection.on('here', ({ pid }) => {
      client.pid = pid;
      resolve(client);
    });
  });

/** Opens many clients, a hundred at once. */
export const openRoom = async (count: number, url: string, wait: `${number}ms` = '200ms'): Promise<RoomClient[]> => {
  const clients: RoomClient[] = [];
  while (clients.length < count) {
    const more = Math.min(100, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: more }, () => openClient(url, wait)))));
  }
  return clients;
};
