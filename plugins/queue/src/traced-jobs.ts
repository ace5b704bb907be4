import { defineChannel } from '@taproot/core/plugin';

/** An attempt of a job. */
interface RunningJob {
  readonly job: string;
  readonly queue: string;
  readonly id: string;
  readonly attempt: number;
}

/** Jobs that this process dispatches. */
export interface DispatchedJobs {
  readonly job: string;
  queue: string;
  /** How many there are; those that wait already are not left out. */
  readonly count: number;
  /** The id of a single job, once it is known; null for several. */
  id: string | null;
}

/** Attempts of jobs, for devtools, OpenTelemetry and the log. */
export const attempts = defineChannel<RunningJob>('job', {
  name: ({ job }) => job,
  facts: ({ id, queue, attempt }) => ({ id, queue, attempt }),
  attributes: ({ id, queue }) => ({
    'messaging.system': 'taproot',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'messaging.message.id': id,
  }),
  span: 'consumer',
});

/** Jobs that are dispatched: a step of their request, without a line in the log. */
export const dispatches = defineChannel<DispatchedJobs>('dispatch', {
  name: ({ job }) => job,
  facts: ({ queue, count }) => ({ queue, count }),
  attributes: ({ queue, count, id }) => ({
    'messaging.system': 'taproot',
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'send',
    'messaging.destination.name': queue,
    ...(count === 1 ? {} : { 'messaging.batch.message_count': count }),
    ...(id === null ? {} : { 'messaging.message.id': id }),
  }),
  span: 'producer',
  line: false,
});
