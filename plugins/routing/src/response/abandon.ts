import type { ServerResponse } from 'node:http';
import type { Response } from '@taproot/core';
import { discard } from './discard.ts';

const text = 'Internal Server Error';
const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(text.length)];

/** Ends a reply that could not be written: with a plain 500 while there is room for one, else with the connection. */
export const abandon = (res: ServerResponse, response: Response): void => {
  // Of a tap that answers with something else, there is no body to be closed.
  discard(response?.body ?? null);
  if (res.headersSent) res.destroy();
  else res.writeHead(500, headers).end(text);
};
