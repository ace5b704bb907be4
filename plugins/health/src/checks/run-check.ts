import { type HealthCheck, type HealthDetails, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/** How a check ended. */
export type CheckStatus = 'ok' | 'failing' | 'timeout';

/** A check of a plugin. */
export interface NamedCheck {
  readonly name: string;
  readonly plugin: string;
  readonly check: HealthCheck;
}

/** The result of one run of a check. */
export interface Outcome {
  readonly name: string;
  readonly plugin: string;
  readonly status: CheckStatus;
  /** How long it took, in seconds. */
  readonly seconds: number;
  /** The details of a check that passed. */
  readonly details: HealthDetails | null;
  /** The error it threw, or E_HEALTH_TIMEOUT; null when it passed. It may hold secrets, so no response may show it. */
  readonly error: unknown;
}

/** Runs a check for at most `seconds`, then aborts its signal. Never rejects. */
export const runCheck = async ({ name, plugin, check }: NamedCheck, seconds: number): Promise<Outcome> => {
  const began = performance.now();
  const over = new AbortController();
  const late = errors.E_HEALTH_TIMEOUT({ name, plugin, seconds });
  const outcome = (status: CheckStatus, details: HealthDetails | null, error: unknown): Outcome => {
    return { name, plugin, status, seconds: Math.round(performance.now() - began) / 1000, details, error };
  };
  const expire = (): Error => {
    over.abort(late);
    return late;
  };
  try {
    const ask = async (): Promise<HealthDetails | null> => (await check(over.signal)) ?? null;
    return outcome('ok', await withDeadline(ask(), seconds, expire), null);
  } catch (error) {
    return outcome(error === late ? 'timeout' : 'failing', null, error);
  }
};
