import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Link } from './link.ts';

/** Milliseconds after which the server says that it still has nothing. Two of these without a sign end the consumer. */
const heartbeat = 2000;
/** Nanoseconds for which the server keeps an unused consumer. */
const inactive = 30_000_000_000;
/** The most messages that the server sends ahead. */
const most = 500;

/** News of a consumer that change nothing. */
const harmless = new Set<string>(['debug', 'discard', 'next', 'heartbeat', 'flow_control']);

/** Reads the messages of one stream in order, from a number on. Rejects when one of them did not arrive. */
export class Follower {
  /** When the stream was made, as the server says. */
  readonly created: string;
  /** The time of the server at which the follower began, in milliseconds. */
  readonly began: number;
  readonly #messages: ConsumerMessages;
  #arrived: JsMsg[] = [];
  /** How many messages the server has sent to this consumer. */
  #delivered = 0;
  #position: number;
  #fault: Error | null = null;
  #settle: () => void = () => undefined;

  private constructor(messages: ConsumerMessages, from: number, created: string, began: number) {
    this.#messages = messages;
    this.#position = from - 1;
    this.created = created;
    this.began = began;
  }

  static async start(link: Link, stream: string, from: number, created: string): Promise<Follower> {
    const { AckPolicy, DeliverPolicy } = link.package;
    const { name, created: began } = await link.manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(from, 1),
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: inactive,
    });
    const consumer = await link.client.consumers.get(stream, name);
    const messages = await consumer.consume({ max_messages: most, expires: 5 * heartbeat, idle_heartbeat: heartbeat });
    const follower = new Follower(messages, from, created, Date.parse(began));
    void follower.#read();
    void follower.#watch();
    return follower;
  }

  /** The number of the last message that was taken. */
  get position(): number {
    return this.#position;
  }

  /**
   * The messages that have arrived, up to a number.
   * @throws the reason for which there will be no more.
   */
  take(last = Number.POSITIVE_INFINITY): readonly JsMsg[] {
    if (this.#fault !== null) throw this.#fault;
    const taken = this.#arrived.filter(({ seq }) => seq <= last);
    this.#arrived = this.#arrived.slice(taken.length);
    this.#position = taken.at(-1)?.seq ?? this.#position;
    return taken;
  }

  /** Resolves when `take()` has something to say. */
  async arrival(): Promise<void> {
    if (this.#arrived.length > 0 || this.#fault !== null) return;
    await new Promise<void>((resolve) => (this.#settle = resolve));
  }

  stop(): void {
    this.#messages.stop();
  }

  async #read(): Promise<void> {
    try {
      for await (const message of this.#messages) {
        this.#delivered++;
        // The connection has lost a message that the stream may still have.
        if (message.info.deliverySequence !== this.#delivered) throw new Error('a message did not arrive');
        this.#arrived.push(message);
        this.#settle();
      }
      this.#fail(new Error('the consumer ended'));
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#messages.status()) {
      if (harmless.has(type)) continue;
      this.#fail(new Error(`the consumer ended: ${type.replaceAll('_', ' ')}`));
      this.stop();
    }
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#settle();
  }
}
