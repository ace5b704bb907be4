import { defineChannel } from '@taproot/core/plugin';

/** A run of an entry. */
interface ScheduledWork {
  readonly entry: string;
  /** The time that it was planned for, as ISO 8601. */
  readonly planned: string;
  /** Milliseconds by which it began late. */
  readonly late: number;
  /** `skipped`: the entry was still running, or `when()` said no. */
  outcome: 'done' | 'skipped';
}

/** Runs of the schedule, for devtools, OpenTelemetry and the log. */
export const runs = defineChannel<ScheduledWork>('schedule', {
  name: ({ entry }) => entry,
  facts: ({ planned, late, outcome }) => ({ planned, late, outcome }),
  attributes: ({ entry, planned }) => ({ 'taproot.schedule.entry': entry, 'taproot.schedule.planned': planned }),
});
