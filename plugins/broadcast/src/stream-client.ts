import type { RedisClient } from '@taproot/core/internal';
import type { RedisConnection } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The members of a client of ioredis that broadcasts use. `Redis` and `Cluster` have them. */
export interface StreamClient extends RedisClient {
  /** Sends any command. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** Another client with the same settings. */
  duplicate(settings?: object): StreamClient;
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
