import { createRequire } from 'node:module';
import { lazy } from '@taproot/core/plugin';
import type * as Pino from 'pino';

// Loads pino with the first line, so that a console command that logs nothing does not load it.
const require = createRequire(import.meta.url);
const load = lazy(() => require('pino') as typeof Pino);

let now = 0;
let text = '';

/**
 * The member `time`. Lines of the same millisecond reuse the string, because making it takes Node longer than the rest
 * of a line.
 */
const timestamp = (): string => {
  const time = Date.now();
  if (time === now) return text;
  now = time;
  return (text = `,"time":"${new Date(time).toISOString()}"`);
};

/** pino with the members that lines of Taproot have: time, level, message. */
export const openPino = (level: string, write: (line: string) => void): Pino.Logger => {
  const { pino } = load();
  return pino(
    {
      base: null,
      level,
      messageKey: 'message',
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
};
