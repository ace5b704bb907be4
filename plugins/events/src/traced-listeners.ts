import { defineChannel } from '@taproot/core/plugin';

/** A listener that runs. */
interface RunningListener {
  readonly event: string;
  readonly listener: string;
  /** The id of what was dispatched. */
  readonly id: string;
}

/** Listeners that run, for devtools, OpenTelemetry and the log. Payloads are left out, because they may be personal. */
export const runs = defineChannel<RunningListener>('listener', {
  name: ({ event, listener }) => `${event} ${listener}`,
  facts: ({ event, listener, id }) => ({ event, listener, id }),
  span: 'internal',
});
