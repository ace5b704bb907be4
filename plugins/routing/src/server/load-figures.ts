import type { Figure } from '@taproot/core/plugin';
import type { ServerLoad } from './load.ts';

const figure = (kind: Figure['kind'], unit: string, description: string, read: Figure['read']): Figure => ({
  kind,
  unit,
  description,
  read,
});

/** The load of the server for metrics; `load` returns it. */
export const loadFigures = (load: () => ServerLoad): Readonly<Record<string, Figure>> => ({
  'taproot.http.in_flight': figure(
    'sum',
    '{request}',
    'Requests with an asynchronous handler that run now.',
    (observe) => observe(load().inFlight),
  ),
  'taproot.http.in_flight.limit': figure(
    'sum',
    '{request}',
    'How many requests may be in flight. No value while no limit holds.',
    (observe) => {
      const { limit } = load();
      if (limit !== null) observe(limit);
    },
  ),
  'taproot.http.waiting': figure('sum', '{request}', 'Requests that wait for their turn.', (observe) =>
    observe(load().waiting),
  ),
  'taproot.http.upgrades': figure(
    'sum',
    '{connection}',
    'Open connections that changed their protocol, such as WebSockets.',
    (observe) => observe(load().upgrades),
  ),
  'taproot.http.refused': figure('counter', '{request}', 'Requests refused because of overload.', (observe) => {
    for (const [reason, count] of Object.entries(load().refusedFor)) observe(count, { 'taproot.reason': reason });
  }),
  'taproot.http.abandoned': figure(
    'counter',
    '{request}',
    'Requests that were not begun, because their client left while they waited.',
    (observe) => observe(load().abandoned),
  ),
});
