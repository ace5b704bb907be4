import type { ServerResponse } from 'node:http';
import { hasCode, type Response } from '@taproot/core';
import { discard } from './discard.ts';
import { Reply } from './reply.ts';

/**
 * Closes a response that cannot be sent any more: the handler has written by itself, or nobody listens. One that tells of
 * an error ends what the handler began, which nobody else would; but for the time-out, whose handler goes on.
 */
export const breakOff = (res: ServerResponse, response: Response): void => {
  discard(response.body);
  if (!(response instanceof Reply) || response.error === undefined || hasCode(response.error, 'E_REQUEST_TIMEOUT'))
    return;
  if (!res.writableEnded) res.destroy();
};
