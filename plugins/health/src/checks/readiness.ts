import type { Figure } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { type CheckStatus, type NamedCheck, type Outcome, runCheck } from './run-check.ts';

/** The outcome of all checks of one run. */
export interface Round {
  /** Whether all checks have passed, apart from optional ones. */
  readonly passed: boolean;
  /** When the last check ended. */
  readonly at: Date;
  readonly outcomes: readonly Outcome[];
}

/** Options of `Readiness`. */
export interface ReadinessInit {
  readonly checks: readonly NamedCheck[];
  /** Names of checks that may fail although the application is ready. */
  readonly optional: ReadonlySet<string>;
  /** Seconds a check may take. */
  readonly timeout: number;
  /** Seconds for which the results of a round are reused. */
  readonly cache: number;
  /** Gets an error when a check begins to fail. */
  readonly report: (error: Error) => void;
}

/** Whether the application is ready for requests. Only one round of checks runs at a time, for any number of callers. */
export class Readiness {
  /** Whether the application is about to close. */
  draining = false;
  readonly #init: ReadinessInit;
  readonly #failing = new Set<string>();
  #round: Promise<Round> | null = null;
  /** When the finished round expires, by `performance.now()`; Infinity while one runs. */
  #freshUntil = 0;

  constructor(init: ReadinessInit) {
    this.#init = init;
  }

  /** Resolves to the outcome of a recent round, or of one that runs now. Never rejects. */
  round(): Promise<Round> {
    if (this.#round === null || performance.now() >= this.#freshUntil) {
      this.#freshUntil = Number.POSITIVE_INFINITY;
      this.#round = this.#run();
    }
    return this.#round;
  }

  async #run(): Promise<Round> {
    const { checks, optional, timeout, cache } = this.#init;
    const outcomes = await Promise.all(checks.map((check) => runCheck(check, timeout)));
    for (const outcome of outcomes) this.#note(outcome);
    this.#freshUntil = performance.now() + cache * 1000;
    const passed = outcomes.every(({ status, name }) => status === 'ok' || optional.has(name));
    return { passed, at: new Date(), outcomes };
  }

  /** Reports a failing check once, and again only after it has passed in between. */
  #note({ status, name, plugin, error }: Outcome): void {
    if (status === 'ok') return void this.#failing.delete(name);
    if (this.#failing.has(name)) return;
    this.#failing.add(name);
    const consequence = this.#init.optional.has(name) ? 'goes on serving' : 'says that it is not ready';
    this.#init.report(errors.E_HEALTH_FAILING({ name, plugin, consequence }, { cause: error }));
  }
}

const states: readonly CheckStatus[] = ['ok', 'failing', 'timeout'];

/** The state of each check for metrics. An export runs the checks, unless a probe has just done so (`health.cache`). */
export const checkFigures = (round: () => Promise<Round>): Readonly<Record<string, Figure>> => ({
  'taproot.health.status': {
    kind: 'sum',
    unit: '{check}',
    description: 'The state of each health check: 1 for the state that it is in, 0 for the others.',
    read: async (observe) => {
      const { outcomes } = await round();
      for (const { name, status } of outcomes)
        for (const state of states)
          observe(state === status ? 1 : 0, { 'taproot.health.check': name, 'taproot.health.state': state });
    },
  },
});
