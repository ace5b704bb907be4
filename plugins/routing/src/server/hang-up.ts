import type { Duplex } from 'node:stream';

const lingerSeconds = 1;

/**
 * Ends a connection so that the client can still read what it was sent. Closing at once while the client sends would
 * reset the connection, and a reset overtakes the reply (RFC 9112 9.6); so our side ends now, the whole after a second.
 */
export const hangUp = (socket: Duplex, lastWords?: string): void => {
  const timer = setTimeout(() => socket.destroy(), lingerSeconds * 1000);
  socket.once('close', () => clearTimeout(timer));
  if (lastWords === undefined) socket.end();
  else socket.end(lastWords);
};
