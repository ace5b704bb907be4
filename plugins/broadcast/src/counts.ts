import type { Figure } from '@taproot/core/plugin';

/** Counts of the broadcasts of one process. */
export class Counts {
  /** Events that this process has sent. */
  sent = 0;
  /** Events that its streams have read. */
  delivered = 0;
  /** Events `missed` that its streams have read. */
  missed = 0;
  /** Open streams. */
  streams = 0;
}

const figure = (kind: Figure['kind'], unit: string, description: string, read: () => number): Figure => ({
  kind,
  unit,
  description,
  read: (observe) => observe(read()),
});

/** The broadcasts of a process for metrics; `counts` returns them. */
export const broadcastFigures = (counts: () => Counts): Readonly<Record<string, Figure>> => ({
  'taproot.broadcast.sent': figure('counter', '{event}', 'Events that were sent.', () => counts().sent),
  'taproot.broadcast.delivered': figure(
    'counter',
    '{event}',
    'Events that streams have read. One event counts for each stream.',
    () => counts().delivered,
  ),
  'taproot.broadcast.missed': figure(
    'counter',
    '{event}',
    'Events `missed`, which streams get when they have missed others.',
    () => counts().missed,
  ),
  'taproot.broadcast.streams': figure('sum', '{stream}', 'Open streams.', () => counts().streams),
});
