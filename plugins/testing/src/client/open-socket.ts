import { createServer, type IncomingMessage } from 'node:http';
import { type Actor, actAs } from '@taproot/core/internal';
import type { Http } from '@taproot/routing';
import { socketPair, type WireRequest } from '@taproot/routing/in-process';
import type { WebSocket } from 'ws';
import type { TestResponse } from '../assertions/test-response.ts';
import { receiveReply } from './send-request.ts';

/** A connection before its first message, or the reply that refused it. */
export type OpenedSocket = { readonly ws: WebSocket } | { readonly refused: TestResponse };

/** Sends the handshake of a WebSocket to an application without a port: both sides are Node's own HTTP and ws over a socket in memory. */
export const openSocket = async (
  { listener, upgradeListener }: Pick<Http, 'listener' | 'upgradeListener'>,
  wire: WireRequest,
  actor: Actor | null,
): Promise<OpenedSocket> => {
  const [client, server] = socketPair(wire);
  const upgrading = (req: IncomingMessage, socket: typeof server, head: Buffer): void => {
    if (actor !== null) actAs(req, actor);
    upgradeListener(req, socket, head);
  };
  createServer(listener).on('upgrade', upgrading).emit('connection', server);
  const { host = 'localhost', ...headers } = wire.headers;
  const { WebSocket: Client } = await import('ws');
  const ws = new Client(`ws://localhost${wire.target}`, {
    // ws sets options of TCP sockets, which a socket in memory does not have.
    createConnection: () => Object.assign(client, { setTimeout: () => client, setNoDelay: () => client }) as never,
    headers: { ...headers, host },
  });
  return new Promise((resolve, reject) => {
    ws.once('error', reject);
    ws.once('open', () => {
      ws.off('error', reject).on('error', () => undefined);
      // Messages stay in the connection until somebody listens.
      ws.pause();
      resolve({ ws });
    });
    ws.once('unexpected-response', (_request, reply) => {
      resolve(receiveReply(wire, Promise.resolve(reply), {}).then((refused) => ({ refused })));
    });
  });
};
