import type { Figure } from '@taproot/core/plugin';
import type { Readiness } from './readiness.ts';
import type { CheckStatus } from './run-check.ts';

const states: readonly CheckStatus[] = ['ok', 'failing', 'timeout'];

/** The state of each check for metrics. An export runs the checks, unless a probe has just done so (`health.cache`). */
export const checkFigures = (readiness: Pick<Readiness, 'round'>): Readonly<Record<string, Figure>> => ({
  'taproot.health.status': {
    kind: 'sum',
    unit: '{check}',
    description: 'The state of each health check: 1 for the state that it is in, 0 for the others.',
    read: async (observe) => {
      const { outcomes } = await readiness.round();
      for (const { name, status } of outcomes)
        for (const state of states)
          observe(state === status ? 1 : 0, { 'taproot.health.check': name, 'taproot.health.state': state });
    },
  },
});
