import type { FileBody, ResponseBody } from '@taproot/core';

/** Whether a body is a file that is still to be opened. */
export const isFileBody = (body: ResponseBody): body is FileBody =>
  body !== null && typeof body === 'object' && 'open' in body;
