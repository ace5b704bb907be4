import { type TraceEvent, trace, traceChannel, tracedWork } from '@taproot/core/plugin';

/** `taproot:job`: a job that this process dispatches or runs. */
export interface JobEvent extends TraceEvent {
  readonly operation: 'dispatch' | 'run';
  readonly job: string;
  readonly queue: string;
  /** The id of the job. */
  readonly id: string;
  /** The number of the attempt; 0 when it is dispatched. */
  readonly attempt: number;
  /** The id of the request that dispatched it; null outside of one. */
  readonly requestId: string | null;
}

const events = traceChannel<JobEvent>('taproot:job');

/** Publishes the beginning and the end of work on a job. */
export const tracedJob = <Result>(event: JobEvent, work: () => Promise<Result>): Promise<Result> =>
  events.hasSubscribers ? trace(events, event, work) : work();

/** Dispatched and running jobs for devtools and OpenTelemetry. */
export const tracedJobs = tracedWork({
  kind: 'job',
  channel: events,
  name: ({ operation, job }) => `${operation} ${job}`,
  facts: ({ id, queue, attempt, requestId }) => ({
    id,
    queue,
    ...(attempt === 0 ? {} : { attempt }),
    ...(requestId === null ? {} : { request: requestId }),
  }),
});
