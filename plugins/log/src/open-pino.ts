import { createRequire } from 'node:module';
import { lazy } from '@taproot/core/plugin';
import type * as Pino from 'pino';

// Required when the first line is written: a console command that logs nothing does not load it.
const require = createRequire(import.meta.url);
const load = lazy(() => require('pino') as typeof Pino);

/** pino with the members that lines of Taproot have: time, level, message. */
export const openPino = (level: string, write: (line: string) => void): Pino.Logger => {
  const { pino, stdTimeFunctions } = load();
  return pino(
    {
      base: null,
      level,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
};
