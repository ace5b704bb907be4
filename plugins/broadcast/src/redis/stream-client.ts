import type { RedisClient } from '@taproot/core/internal';
import { type RedisConnection, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { unlessAborted } from '../unless-aborted.ts';

/** The members of a client of ioredis that broadcasts use. `Redis` and `Cluster` have them. */
export interface StreamClient extends RedisClient {
  /** Sends any command. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** Whether this is a `Cluster`. */
  readonly isCluster?: boolean;
  /** Another client with the same settings: `duplicate(settings)` of a `Redis`, `duplicate(nodes, settings)` of a `Cluster`. */
  duplicate(...given: object[]): StreamClient;
  /** Connects; rejects when that fails. */
  connect(): Promise<unknown>;
  /** Ends the connection at once. */
  disconnect(): void;
  /** Listens to an event of the client. */
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const methods = ['call', 'duplicate', 'connect', 'disconnect', 'on'];

const isStreamClient = (client: RedisClient): client is StreamClient =>
  methods.every((method) => typeof Reflect.get(client, method) === 'function');

/**
 * The client of a connection.
 * @throws E_BROADCAST_CLIENT when it is not a client of ioredis.
 */
export const streamClient = async (connection: RedisConnection): Promise<StreamClient> => {
  const client = await connection.open();
  if (isStreamClient(client)) return client;
  const method = methods.find((name) => typeof Reflect.get(client, name) !== 'function') ?? '';
  throw errors.E_BROADCAST_CLIENT({ method });
};

/** Seconds that an attempt to connect may take. */
const patience = 5;

/**
 * A connection of its own for reading, because waiting for events blocks it. It does not connect again by itself: the reader must notice
 * every new connection, since events may have been lost in between. `signal` ends an attempt to connect.
 */
export const readingClient = async (connection: RedisConnection, signal: AbortSignal): Promise<StreamClient> => {
  const shared = await streamClient(connection);
  const ownTime = { commandTimeout: undefined };
  // The check of a cluster fails while any part of it is down, and `connect()` of ioredis then never ends.
  const ofCluster = { lazyConnect: true, clusterRetryStrategy: null, enableReadyCheck: false, redisOptions: ownTime };
  const client =
    shared.isCluster === true
      ? shared.duplicate([], ofCluster)
      : shared.duplicate({ ...ownTime, lazyConnect: true, retryStrategy: null });
  // A failing attempt reports its error. Without this listener, ioredis would also write it to the console.
  client.on('error', () => undefined);
  try {
    await withDeadline(unlessAborted(client.connect(), signal), patience, () =>
      errors.E_BROADCAST_SILENT({ server: 'Redis', seconds: patience }),
    );
  } catch (error) {
    client.disconnect();
    throw error;
  }
  return client;
};
