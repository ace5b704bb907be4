import { type AnyChannel, type Broadcast, channel } from '@taproot/broadcast';
import { reasonOf } from '@taproot/core/internal';
import { type SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { KnownMember, PresenceStore } from './member.ts';
import { type RoomChanges, RoomMembers } from './room-members.ts';

/** The parts of an application that presence uses. */
export interface PresenceParts {
  readonly broadcast: () => Broadcast;
  readonly report: SparseReport;
  /** The rooms of all processes, or of this one. */
  readonly store: PresenceStore;
  /** Milliseconds until the members of a lost process are gone. */
  readonly lease: number;
  /** Bytes of the members in one event. */
  readonly bytes: number;
}

/** The room of all members. It has no events. */
export const everyone: AnyChannel = channel('taproot.everyone').of();

/** A room as text that any process can read. */
const roomName = ({ pattern, name }: AnyChannel): string => JSON.stringify([pattern, name]);

const nameOfEveryone = roomName(everyone);

const channelOf = (room: string): AnyChannel<Record<string, unknown>> => {
  const [pattern, name] = JSON.parse(room) as [string, string];
  return { pattern, name, authorize: null, ability: null };
};

const parsed = (texts: Iterable<string>): unknown[] => Array.from(texts, (json): unknown => JSON.parse(json));

type Members = ReadonlyMap<string, string>;

/** The members of the rooms of an application. */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #rooms = new Map<string, RoomMembers>();
  /** Lists that are about to be read: who asks before that shares them. */
  readonly #reading = new Map<string, Promise<unknown[]>>();
  /** The names under which this process lost its lease, and lost processes, until their members were removed. */
  readonly #replaced = new Set<string>();
  readonly #lost = new Set<string>();
  #renewing: Promise<void> | null = null;
  #tending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #started: Promise<void> | null = null;
  #closed = false;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /** A connection of the member has come. Resolves when the store has it, and the room has the event. */
  async enter(channel: AnyChannel, member: KnownMember): Promise<void> {
    if (this.#closed) return;
    const name = roomName(channel);
    const room = this.#rooms.get(name) ?? new RoomMembers();
    this.#rooms.set(name, room);
    room.enter(member);
    await this.#start();
    await this.#settle(name, room);
  }

  /** A connection of the member has ended. */
  async leave(channel: AnyChannel, { id }: KnownMember): Promise<void> {
    const name = roomName(channel);
    const room = this.#rooms.get(name);
    if (room?.leave(id) === true) await this.#settle(name, room);
  }

  /** The members of a room, on all processes. */
  members(channel: AnyChannel): Promise<unknown[]> {
    const name = roomName(channel);
    let reading = this.#reading.get(name);
    if (reading === undefined) {
      reading = Promise.resolve().then(async () => {
        this.#reading.delete(name);
        return parsed(await this.#parts.store.members(name));
      });
      this.#reading.set(name, reading);
    }
    return reading;
  }

  /** The members of a room. Reports a store that cannot be read, and then resolves to those of this process. */
  known(channel: AnyChannel): Promise<unknown[]> {
    return this.members(channel).catch((error: unknown) => {
      this.#fail(error);
      return parsed(this.#rooms.get(roomName(channel))?.texts ?? []);
    });
  }

  /** Removes the members of this process, whose connections may end later than Redis, and ends its lease. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const { store } = this.#parts;
    if (!store.isShared || this.#started === null) return;
    for (const room of this.#rooms.values()) room.empty();
    // A renewal that is on its way may give this process another name.
    await this.renew();
    await this.#tend().catch((error: unknown) => this.#fail(error));
    // Other processes clean up after one that could not.
    if (this.#rooms.size === 0) await store.forget().catch((error: unknown) => this.#fail(error));
  }

  /** The first member begins the lease of this process. */
  #start(): Promise<void> {
    const { store, lease } = this.#parts;
    if (!store.isShared) return Promise.resolve();
    return (this.#started ??= (() => {
      this.#timer = setInterval(() => void this.#renew(), lease / 3).unref();
      return this.#renew();
    })());
  }

  /** Renews the lease of this process. Resolves when members are right again, as far as the store can be reached. */
  async renew(): Promise<void> {
    await this.#renew();
    await this.#tending;
  }

  #renew(): Promise<void> {
    return (this.#renewing ??= this.#renewNow().finally(() => (this.#renewing = null)));
  }

  async #renewNow(): Promise<void> {
    try {
      const { replaced, lost } = await this.#parts.store.renew();
      for (const process of lost) this.#lost.add(process);
      if (replaced !== null) {
        this.#replaced.add(replaced);
        // Others may have removed the members of this process, or read lists without them.
        for (const room of this.#rooms.values()) room.doubt();
      }
      // A lease must not wait until all of this is done.
      this.#tending ??= this.#tend()
        .catch((error: unknown) => this.#fail(error))
        .finally(() => (this.#tending = null));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Repeats steps that failed, and cleans up after lost processes. */
  async #tend(): Promise<void> {
    await this.#settleAll();
    for (const process of this.#replaced) {
      this.#replaced.delete(process);
      // Its members are in the store by its new name first, so no member leaves.
      await this.#settleAll();
      await this.#remove(process, this.#rooms.keys()).catch((error: unknown) => {
        this.#replaced.add(process);
        throw error;
      });
    }
    for (const process of this.#lost) {
      // After a fault, its members are given to another process, or to this one, when the lease has passed once more.
      this.#lost.delete(process);
      await this.#remove(process, []);
    }
  }

  /** Removes the members of a process from its rooms, and from `others`, which another process may have removed from its list. */
  async #remove(process: string, others: Iterable<string>): Promise<void> {
    const { store } = this.#parts;
    for (const room of new Set([...(await store.roomsOf(process)), ...others])) {
      const left = await store.clear(room, process);
      if (left.size > 0) await this.#announce(room, new Map(), left, process);
    }
    await store.forget(process);
  }

  async #settleAll(): Promise<void> {
    await Promise.all(Array.from(this.#rooms, ([name, room]) => this.#settle(name, room)));
  }

  /** Writes the changes of a room, and sends them to it. A step that fails is repeated after the next renewal. */
  async #settle(name: string, room: RoomMembers): Promise<void> {
    await room.settle((changes) => this.#write(name, room, changes)).catch((error: unknown) => this.#fail(error));
    if (room.isIdle && this.#rooms.get(name) === room) this.#rooms.delete(name);
  }

  async #write(name: string, room: RoomMembers, { here, gone, doubted }: RoomChanges): Promise<void> {
    const { store } = this.#parts;
    const fresh = new Set(here.size === 0 ? [] : await store.enter(name, here));
    const left = new Set(gone.size === 0 ? [] : await store.leave(name, [...gone.keys()]));
    const joined = [...here].filter(([id]) => fresh.has(id) || doubted.has(id));
    await this.#announce(name, new Map(joined), new Map([...gone].filter(([id]) => left.has(id))));
    if (room.isEmpty) await store.empty(name);
  }

  #fail(cause: unknown): void {
    this.#parts.report(errors.E_SOCKET_PRESENCE({ reason: reasonOf(cause) }, { cause }));
  }

  /**
   * Tells a room of a change. A member that another process got in between joins once more, because that event may be the older one. Until
   * all is sent, the store remembers who left: if this process ends here, the one that cleans up after it sends the event.
   */
  async #announce(room: string, joined: Members, left: Members, process?: string): Promise<void> {
    await this.#tell(room, joined, left);
    let absent = left;
    let present: Members = new Map();
    while (absent.size + present.size > 0) {
      const found = await this.#parts.store.finish(room, [...absent.keys(), ...present.keys()], process);
      const back = new Map([...absent].filter(([id]) => found.has(id)));
      const gone = new Map([...present].filter(([id]) => !found.has(id)));
      await this.#tell(room, back, gone);
      [present, absent] = [back, gone];
    }
  }

  /** Sends a change in events that are not too long. */
  async #tell(room: string, joined: Members, left: Members): Promise<void> {
    if (room === nameOfEveryone) return;
    const joins = Array.from(joined.values(), (json) => ({ kind: 'joined' as const, json }));
    const leaves = Array.from(left.values(), (json) => ({ kind: 'left' as const, json }));
    let change = { joined: [] as unknown[], left: [] as unknown[] };
    let bytes = 0;
    const send = async (): Promise<void> => {
      const sent = change;
      change = { joined: [], left: [] };
      bytes = 0;
      await this.#parts.broadcast().send(channelOf(room), 'presence', sent);
    };
    for (const { kind, json } of [...joins, ...leaves]) {
      const size = Buffer.byteLength(json) + 1;
      if (bytes > 0 && bytes + size > this.#parts.bytes) await send();
      change[kind].push(JSON.parse(json));
      bytes += size;
    }
    if (bytes > 0) await send();
  }
}
