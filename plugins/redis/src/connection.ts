import { createRequire } from 'node:module';
import { requireOptional } from '@taproot/core/internal';
import type { RedisConnection } from '@taproot/core/plugin';
import type * as Ioredis from 'ioredis';
import type { Redis } from 'ioredis';
import type { Client } from './clients.ts';
import { defaultAddress, type RedisConnectionConfig } from './config.ts';
import { asUnavailable, translateFailures } from './connection-failure.ts';
import { errors } from './errors.ts';
import { type ClientSettings, clientSettings } from './settings.ts';

/** The used exports of ioredis. */
export type IoredisPackage = Pick<typeof Ioredis, 'Redis'>;

/** The number of slots that every cluster has. */
const slots = 16_384;

/** Milliseconds of silence after which the operating system asks the server of a subscriber for a sign of life. */
const keepAliveAfter = 10_000;

const require = createRequire(import.meta.url);

/**
 * Loads the package ioredis for the first connection, because loading takes 40 ms and the boot does not need it. Uses `require`, because
 * facades return a client synchronously.
 *
 * @throws E_REDIS_PACKAGE when it is not installed.
 */
export const loadIoredis = (
  connection: string,
  load: () => IoredisPackage = () => require('ioredis') as IoredisPackage,
): IoredisPackage => requireOptional('ioredis', load, (cause) => errors.E_REDIS_PACKAGE({ connection }, { cause }));

/** The state of a connection. */
export interface RedisHealth {
  /** Name of the connection. */
  readonly connection: string;
  /** Why the server does not answer; null when it does. */
  readonly fault: Error | null;
}

/**
 * Asks the cluster for slots without a master that answers. A ping would ask any one of the nodes.
 *
 * @throws E_REDIS_CLUSTER
 */
const checkCluster = async (connection: string, client: Client): Promise<void> => {
  const info = await client.cluster('INFO');
  const [, ok = '0'] = /^cluster_slots_ok:(\d+)/m.exec(info) ?? [];
  const lost = slots - Number(ok);
  if (lost > 0) throw errors.E_REDIS_CLUSTER({ connection, lost });
};

/** A named connection. The first use creates its client and connects. */
export class Connection implements RedisConnection {
  readonly #name: string;
  readonly #settings: ClientSettings;
  readonly #make: (() => Client) | null;
  #client: Client | null = null;
  /** A client that this class has made and must close. */
  #own: Redis | null = null;
  readonly #subscribers = new Set<Client>();
  /** Settles when the first attempt to connect has ended. */
  #attempt: Promise<void> = Promise.resolve();
  #fault: Error | null = null;

  readonly isSet: boolean;

  /** Checks the configuration, but does not connect. `address` is that of `REDIS_URL`; empty without it. */
  constructor(name: string, setting: string, config: RedisConnectionConfig, address: string) {
    const { url = defaultAddress, host, client = null } = config;
    this.isSet = client !== null || host !== undefined || url !== defaultAddress || address === url;
    this.#name = name;
    this.#settings = clientSettings(setting, config);
    this.#make = config.client ?? null;
  }

  /**
   * The reason why there is no connection now. Null while connected, before the first attempt, and for a client of the
   * application.
   */
  get fault(): Error | null {
    return this.#fault;
  }

  /**
   * The client, which connects as soon as it is made. Commands wait for the end of the first attempt to connect. After that, they fail at
   * once with `E_REDIS_UNAVAILABLE` while there is no connection. A client of the application throws its own errors.
   */
  client(): Client {
    this.#client ??= this.#make === null ? this.#connect() : this.#make();
    return this.#client;
  }

  /** Resolves to the client after the first attempt to connect. If the server is down, the client keeps trying. */
  async open(): Promise<Client> {
    const client = this.client();
    await this.#attempt;
    return client;
  }

  /**
   * A new client with the same settings for `SUBSCRIBE`. Its commands wait for the connection, silence does not end it, and it subscribes
   * again after it was lost. `close()` ends it, unless it was disconnected before.
   */
  subscriber(): Client {
    const client = this.#createSubscriber();
    client.on('error', () => undefined);
    this.#subscribers.add(client);
    client.once('end', () => this.#subscribers.delete(client));
    return client;
  }

  /** Whether the connection is in use. */
  get used(): boolean {
    return this.#client !== null;
  }

  /** Whether the server answers. */
  async health(): Promise<RedisHealth> {
    const client = await this.open();
    const fault = await (client.isCluster ? checkCluster(this.#name, client) : client.ping()).then(
      () => null,
      // Commands say only that there is no connection; the fault or the cause says why.
      (error: Error) => this.#fault ?? (error.cause instanceof Error ? error.cause : error),
    );
    return { connection: this.#name, fault };
  }

  /** Ends the connection, unless the application made the client. */
  close(): void {
    for (const subscriber of this.#subscribers) subscriber.disconnect();
    this.#own?.disconnect();
  }

  #createSubscriber(): Client {
    if (this.#make !== null) {
      const client = this.client();
      return 'nodes' in client ? client.duplicate() : client.duplicate();
    }
    const { Redis } = loadIoredis(this.#name);
    const { address, options } = this.#settings;
    // A subscriber may hear nothing for hours, so only the operating system can tell that its server is gone.
    const { socketTimeout: _silence, commandTimeout: _late, ...own } = options;
    return new Redis(address, {
      ...own,
      lazyConnect: false,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      keepAlive: keepAliveAfter,
    });
  }

  #connect(): Redis {
    const { Redis } = loadIoredis(this.#name);
    const { address, options } = this.#settings;
    const client = new Redis(address, { ...options, enableOfflineQueue: true });
    this.#own = client;
    // Commands report their own errors. Without this listener, ioredis would also write each error to the console.
    client.on('error', (error) => (this.#fault = error));
    client.on('ready', () => (this.#fault = null));
    // A use after close() is a mistake of the program, not an outage.
    translateFailures(client, (error) =>
      client.status === 'end' ? error : asUnavailable(this.#name, error, this.#fault),
    );
    const ended = (): void => {
      client.options.enableOfflineQueue = options.enableOfflineQueue ?? false;
    };
    this.#attempt = client.connect().then(ended, ended);
    return client;
  }
}
