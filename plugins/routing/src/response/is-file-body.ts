import { Readable } from 'node:stream';
import type { FileBody, ResponseBody } from '@taproot/core';

/** Whether a body is a file that is still to be opened; `fs.ReadStream` has an `open()` too, and is one that is read. */
export const isFileBody = (body: ResponseBody): body is FileBody =>
  body !== null && typeof body === 'object' && 'open' in body && !(body instanceof Readable);
