import { Readable } from 'node:stream';
import type { ResponseBody } from '@taproot/core';

const ignore = (): void => undefined;

/** Whether a body is read from something that wants to be closed. */
export const isStream = (body: ResponseBody): body is Readable | ReadableStream<Uint8Array> =>
  body instanceof Readable || body instanceof ReadableStream;

/** Closes a stream in whose place `body` is sent: at once, or once that has ended, which may well read from it. */
export const discardWith = (body: ResponseBody, stream: ResponseBody): void => {
  if (body instanceof Readable && !body.closed) body.once('close', () => discard(stream));
  // A Web stream does not tell when it is over.
  else if (!(body instanceof ReadableStream)) discard(stream);
};

/** Closes a body that will not be sent. Nobody waits for it any more, so what fails in it then is told to nobody. */
export const discard = (body: ResponseBody): void => {
  if (body instanceof Readable) body.on('error', ignore).destroy();
  else if (body instanceof ReadableStream) body.cancel().catch(ignore);
};
