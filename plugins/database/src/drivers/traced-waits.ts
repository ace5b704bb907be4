import { type TraceEvent, trace, traceChannel, tracedWork } from '@taproot/core/plugin';

/** `taproot:connection`: the wait of a query for a connection. */
interface WaitEvent extends TraceEvent {
  /** The name of the connection. */
  readonly connection: string;
}

const waits = traceChannel<WaitEvent>('taproot:connection');

/** Publishes a wait for a connection of this name. A query that gets an idle connection at once does not come here. */
export const tracedWait = <Result>(connection: string, wait: () => Promise<Result>): Promise<Result> =>
  waits.hasSubscribers ? trace(waits, { connection }, wait) : wait();

/** The waits for a connection for devtools and OpenTelemetry. */
export const tracedWaits = tracedWork({
  kind: 'connection',
  channel: waits,
  name: ({ connection }) => connection,
  attributes: ({ connection }) => ({ 'db.client.connection.pool.name': connection }),
  duration: {
    name: 'db.client.connection.wait_time',
    description: 'How long queries waited for a connection. Queries that got an idle one at once are left out.',
    attributes: ({ connection }) => ({ 'db.client.connection.pool.name': connection }),
  },
});
