import type { Handler } from '@taproot/core';
import { lateHandler } from './late-handler.ts';

/** Serves one file, read from disk for each request; while there is none the address is unknown. */
export const staticFile = (path: string): Handler =>
  lateHandler(async () => (await import('./serve-file.ts')).serveFile(path));
