import { once } from 'node:events';
import { connect } from 'node:net';

/** A client that leaves when it has received the first bytes. */
export const leaveAfterFirstBytes = async (port: number, path: string): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
};

/** A Web stream that sends nothing and never ends; calls `cancelled` when its reader cancels it. */
export const endless = (cancelled: () => void = () => undefined): ReadableStream<Uint8Array> =>
  new ReadableStream({ cancel: cancelled });
