import type { RedisConnection } from '@taproot/core/plugin';

type Listener = (message: never) => void;

/** Messages between processes about keys that have changed, in the shape of a transport of bentocache. */
export interface NewsBus {
  setId(id: string): NewsBus;
  onReconnect(callback: () => void): void;
  publish(channel: string, message: unknown): Promise<void>;
  subscribe(channel: string, listener: Listener): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  disconnect(): Promise<void>;
}

/** Messages by `PUBLISH` of Redis. Those that are sent while the connection is lost do not arrive. */
export class RedisBus implements NewsBus {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #failed: (error: unknown) => void;
  #id = '';
  #subscriber: ReturnType<RedisConnection['subscriber']> | null = null;

  constructor(connection: RedisConnection, prefix: string, failed: (error: unknown) => void) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#failed = failed;
  }

  setId(id: string): this {
    this.#id = id;
    return this;
  }

  /** The connection subscribes again by itself. */
  onReconnect(): void {}

  async publish(channel: string, message: unknown): Promise<void> {
    const client = await this.#connection.open();
    await client.publish(this.#prefix + channel, JSON.stringify({ from: this.#id, message }));
  }

  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#subscriber = this.#connection.subscriber();
    this.#subscriber.on('message', (_channel, text) => {
      const { from, message } = JSON.parse(text) as { readonly from: string; readonly message: never };
      if (from !== this.#id) listener(message);
    });
    await this.#subscriber.subscribe(this.#prefix + channel).catch(this.#failed);
  }

  async unsubscribe(channel: string): Promise<void> {
    await this.#subscriber?.unsubscribe(this.#prefix + channel);
  }

  async disconnect(): Promise<void> {
    this.#subscriber?.disconnect();
  }
}
