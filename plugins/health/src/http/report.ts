import type { HealthDetails } from '@taproot/core/plugin';
import type { Round } from '../checks/readiness.ts';
import type { CheckStatus, Outcome } from '../checks/run-check.ts';
import { shownCode, shownDetails } from './shown.ts';

/** One check in the body of `ready`. */
export interface CheckReport {
  /** Whether it passed, failed, or did not end in time. */
  readonly status: CheckStatus;
  /** The plugin that the check belongs to. */
  readonly plugin: string;
  /** How long it took, in seconds. */
  readonly seconds: number;
  /** Whether the application is ready even if this check fails. */
  readonly optional: boolean;
  /** The details of a check that passed, with secrets masked. Absent without details. */
  readonly details?: HealthDetails;
  /** Why it failed: the code of a framework error or of the system. Absent without a code. It is never the message. */
  readonly code?: string;
}

/** The body of `ready`. The body of `live` has only `ok`. */
export interface HealthReport {
  /** `ok` with status 200; `failing` and `draining` (about to close) with 503. */
  readonly status: 'ok' | 'failing' | 'draining';
  /** When the checks ended, as ISO 8601. Only with details. */
  readonly checked_at?: string;
  /** Each check by its name; only for clients that may see details, and not while draining. */
  readonly checks?: Readonly<Record<string, CheckReport>>;
}

const checkReport = ({ status, plugin, seconds, details, error }: Outcome, optional: boolean): CheckReport => {
  const code = shownCode(error);
  const shown = shownDetails(details);
  return {
    status,
    plugin,
    seconds,
    optional,
    ...(shown !== null && { details: shown }),
    ...(code !== null && { code }),
  };
};

/** The body for callers who may not see the checks. */
export const plainReport = ({ passed }: Round): HealthReport => ({ status: passed ? 'ok' : 'failing' });

/** The body for callers who may see the checks one by one. */
export const fullReport = (round: Round, optional: ReadonlySet<string>): HealthReport => ({
  ...plainReport(round),
  checked_at: round.at.toISOString(),
  checks: Object.fromEntries(
    round.outcomes.map((outcome) => [outcome.name, checkReport(outcome, optional.has(outcome.name))]),
  ),
});
