import type { AnyChannel, Broadcast } from '@taproot/broadcast';

/** The room of a client: all clients with the same path, on all processes. */
export class Room<Sent extends object> {
  /** The channel of broadcasts that carries its messages. */
  readonly channel: AnyChannel<Sent>;
  readonly #broadcast: Broadcast;

  constructor(channel: AnyChannel<Sent>, broadcast: Broadcast) {
    this.channel = channel;
    this.#broadcast = broadcast;
  }

  /**
   * Sends to every client of the room, on all processes, and to its event streams. Resolves when the store has the message.
   * @throws E_BROADCAST_EVENT for data that JSON cannot hold; E_BROADCAST_SIZE above `broadcast.max_bytes`.
   */
  send<Event extends keyof Sent & string>(event: Event, data: Sent[Event]): Promise<void> {
    return this.#broadcast.send(this.channel, event, data);
  }
}
