import { Readable } from 'node:stream';
import type { ResponseBody } from '@taproot/core';

const ignore = (): void => undefined;

/** Whether a body is read from something that wants to be closed. */
export const isStream = (body: ResponseBody): body is Readable | ReadableStream<Uint8Array> =>
  body instanceof Readable || body instanceof ReadableStream;

/** Closes a body that will not be sent. Nobody waits for it any more, so what fails in it then is told to nobody. */
export const discard = (body: ResponseBody): void => {
  if (body instanceof Readable) body.on('error', ignore).destroy();
  else if (body instanceof ReadableStream) body.cancel().catch(ignore);
};
