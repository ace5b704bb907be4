import type { Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import { discard } from './discard.ts';
import { isBodiless } from './is-bodiless.ts';
import { openBody } from './open-body.ts';

/** What goes over the wire: no body for HEAD and statuses that have none, and a file opened. */
export const sentBody = (method: string | undefined, response: Response): string | Uint8Array | Readable | null => {
  if (method !== 'HEAD' && !isBodiless(response.status)) return openBody(response);
  discard(response.body);
  return null;
};
