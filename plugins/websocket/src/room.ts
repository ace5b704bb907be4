import type { AnyChannel, Broadcast } from '@taproot/broadcast';
import type { Presence } from './presence/presence.ts';

/** The room of a client: all clients with the same path, on all processes. */
export class Room<Sent extends object, Member = never> {
  /** The channel of broadcasts that carries its messages. */
  readonly channel: AnyChannel<Sent>;
  readonly #broadcast: Broadcast;
  readonly #presence: Presence;

  /** Made for each connection. */
  constructor(channel: AnyChannel<Sent>, broadcast: Broadcast, presence: Presence) {
    this.channel = channel;
    this.#broadcast = broadcast;
    this.#presence = presence;
  }

  /**
   * Sends to every client of the room, on all processes, and to its event streams. Resolves when the store has the message.
   * @throws E_BROADCAST_EVENT for data that JSON cannot hold; E_BROADCAST_SIZE above `broadcast.max_bytes`.
   */
  send<Event extends keyof Sent & string>(event: Event, data: Sent[Event]): Promise<void> {
    return this.#broadcast.send(this.channel, event, data);
  }

  /** The members of the room, on all processes: what `member` of the socket returned for each. Rejects while Redis cannot be reached. */
  async members(): Promise<readonly Member[]> {
    // `member` of the same declaration has made them.
    return (await this.#presence.members(this.channel)) as readonly Member[];
  }
}
