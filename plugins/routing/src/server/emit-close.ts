import type { ServerResponse } from 'node:http';

/** Emits `close` of a response once, for a response whose connection does not do it, or lives longer than the response. */
export const emitClose = (res: ServerResponse): void => {
  if (res.closed) return;
  // Node sets the same members when the connection of a response ends.
  Object.assign(res, { destroyed: true, _closed: true });
  res.emit('close');
};
