import type * as jetstreamPackage from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { importOptional } from '@taproot/core/internal';
import { errors } from '../errors.ts';

/** Milliseconds that a request to JetStream may take. */
export const timeout = 4000;
/** Bytes of a message beside the data of its event: the channel, whose name may come from a URL, and the sender. */
const room = 256 * 1024;

export interface LinkOptions {
  readonly servers: string | readonly string[];
  /** Further options of `connect()`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Bytes that the data of one event may have. */
  readonly maxBytes: number;
}

/** A connection, and the streams that were found over it. */
export interface Link {
  readonly connection: NatsConnection;
  readonly package: typeof jetstreamPackage;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: Map<number, Promise<StreamInfo>>;
}

const needed = async <Package>(name: string, load: () => Promise<Package>): Promise<Package> =>
  importOptional(name, load, (cause) => errors.E_BROADCAST_PACKAGE({ name }, { cause }));

/**
 * Connects to JetStream. The connection ends when it fails, instead of connecting again.
 * @throws E_BROADCAST_PACKAGE when a package is not installed; E_BROADCAST_PAYLOAD when the server takes smaller messages than events may be.
 */
export const openLink = async ({ servers, options, maxBytes }: LinkOptions): Promise<Link> => {
  const { connect } = await needed('@nats-io/transport-node', () => import('@nats-io/transport-node'));
  const jetstream = await needed('@nats-io/jetstream', () => import('@nats-io/jetstream'));
  const addresses = typeof servers === 'string' ? servers : [...servers];
  const connection = await connect({ ...options, servers: addresses, reconnect: false, timeout });
  try {
    const limit = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (limit < maxBytes + room) throw errors.E_BROADCAST_PAYLOAD({ limit, bytes: maxBytes, room });
    const manager = await jetstream.jetstreamManager(connection, { timeout });
    return { connection, package: jetstream, client: manager.jetstream(), manager, streams: new Map() };
  } catch (error) {
    await connection.close();
    throw error;
  }
};
