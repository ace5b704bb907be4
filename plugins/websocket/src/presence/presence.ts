import { type AnyChannel, type Broadcast, channel } from '@taproot/broadcast';
import { isError, type SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { AnyMember, Changed, PresenceStore } from './member.ts';

/** A member that this process has, and how many of its connections. */
interface Local {
  readonly json: string;
  count: number;
}

/** The parts of an application that presence uses. */
export interface PresenceParts {
  readonly broadcast: () => Broadcast;
  readonly report: SparseReport;
  /** The rooms of all processes; null for this process alone. */
  readonly store: PresenceStore | null;
  /** Milliseconds until the members of a lost process are gone. */
  readonly lease: number;
}

/** The room of all members. It has no events. */
export const everyone: AnyChannel = channel('taproot.everyone').of();

/** A room as text that any process can read. */
const roomName = ({ pattern, name }: AnyChannel): string => JSON.stringify([pattern, name]);

const nameOfEveryone = roomName(everyone);

const channelOf = (room: string): AnyChannel => {
  const [pattern, name] = JSON.parse(room) as [string, string];
  return { pattern, name, authorize: null, ability: null };
};

const parsed = (texts: Iterable<string>): unknown[] => Array.from(texts, (json): unknown => JSON.parse(json));

/** The members of the rooms of an application. */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #rooms = new Map<string, Map<string, Local>>();
  /** The steps of a room, one after the other, so that its events are in the order of the store. */
  readonly #work = new Map<string, Promise<unknown>>();
  /** Rooms whose last step failed. The next renewal writes them again. */
  readonly #stale = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #started: Promise<void> | null = null;
  #closed = false;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /** A connection of the member has come. Resolves to all members, this one included. */
  async enter(channel: AnyChannel, member: AnyMember): Promise<unknown[]> {
    if (this.#closed) return [];
    const room = roomName(channel);
    const id = String(member.id);
    const json = JSON.stringify(member);
    const local = this.#rooms.get(room) ?? new Map<string, Local>();
    this.#rooms.set(room, local);
    const known = local.get(id);
    local.set(id, { json, count: (known?.count ?? 0) + 1 });
    await this.#start();
    if (known === undefined)
      await this.#step(room, async () => {
        if (this.#rooms.get(room)?.get(id) === undefined) return;
        const isNew = this.#parts.store === null || (await this.#parts.store.enter(room, id, json));
        if (isNew) await this.#announce(room, { joined: [json], left: [] });
      });
    return this.members(channel).catch((error: unknown) => {
      this.#fail(error);
      return parsed(Array.from(local.values(), (one) => one.json));
    });
  }

  /** A connection of the member has ended. */
  async leave(channel: AnyChannel, member: AnyMember): Promise<void> {
    const room = roomName(channel);
    const id = String(member.id);
    const local = this.#rooms.get(room);
    const known = local?.get(id);
    if (local === undefined || known === undefined || --known.count > 0) return;
    local.delete(id);
    if (local.size === 0) this.#rooms.delete(room);
    await this.#step(room, async () => {
      const { store } = this.#parts;
      if (this.#rooms.get(room)?.get(id) !== undefined) return;
      const json = store === null ? known.json : await store.leave(room, id);
      if (json !== null) await this.#announce(room, { joined: [], left: [json] });
    });
  }

  /** The members of a room, on all processes. */
  async members(channel: AnyChannel): Promise<unknown[]> {
    const room = roomName(channel);
    const { store } = this.#parts;
    if (store !== null) return parsed(await store.members(room));
    return parsed(Array.from(this.#rooms.get(room)?.values() ?? [], ({ json }) => json));
  }

  /** Removes the members of this process, whose connections may end later than Redis, and ends its lease. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const { store } = this.#parts;
    const rooms = [...this.#rooms.keys(), ...this.#stale];
    this.#rooms.clear();
    if (store === null || this.#started === null) return;
    await Promise.all(rooms.map((room) => this.#step(room, () => this.#rewrite(store, room))));
    await Promise.all(this.#work.values());
    // Other processes clean up after one that could not.
    if (this.#stale.size === 0) await store.forget('').catch((error: unknown) => this.#fail(error));
  }

  /** The first member begins the lease of this process. */
  #start(): Promise<void> {
    const { store, lease } = this.#parts;
    if (store === null) return Promise.resolve();
    return (this.#started ??= (() => {
      this.#timer = setInterval(() => void this.#renew(store), lease / 3).unref();
      return this.#renew(store);
    })());
  }

  async #renew(store: PresenceStore): Promise<void> {
    try {
      const { renewed, lost } = await store.renew();
      // Others may have removed the members of this process.
      if (!renewed) for (const room of this.#rooms.keys()) this.#stale.add(room);
      // A step that fails adds its room again, for the next renewal.
      const stale = [...this.#stale];
      for (const room of stale) await this.#step(room, () => this.#rewrite(store, room));
      for (const process of lost) {
        for (const room of await store.roomsOf(process))
          await this.#step(room, async () => this.#announce(room, await store.replace(room, process, new Map())));
        await store.forget(process);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #rewrite(store: PresenceStore, room: string): Promise<void> {
    const local = this.#rooms.get(room) ?? new Map<string, Local>();
    const members = new Map(Array.from(local, ([id, { json }]) => [id, json]));
    const changed = await store.replace(room, '', members);
    this.#stale.delete(room);
    await this.#announce(room, changed);
  }

  /** Runs a step after those before it. A step that fails makes its room stale. */
  #step(room: string, step: () => Promise<unknown>): Promise<void> {
    const before = this.#work.get(room) ?? Promise.resolve();
    const done = before.then(step).then(
      () => undefined,
      (error: unknown) => {
        this.#stale.add(room);
        this.#fail(error);
      },
    );
    this.#work.set(room, done);
    return done.then(() => {
      if (this.#work.get(room) === done) this.#work.delete(room);
    });
  }

  #fail(cause: unknown): void {
    this.#parts.report(errors.E_SOCKET_PRESENCE({ reason: isError(cause) ? cause.message : String(cause) }, { cause }));
  }

  /** Sends a change to the room. A member that came back by another process in between joins once more, because that event may be the older one. */
  async #announce(room: string, { joined, left }: Changed): Promise<void> {
    if ((joined.length === 0 && left.length === 0) || room === nameOfEveryone) return;
    const send = (came: readonly string[], gone: readonly string[]): Promise<void> =>
      this.#parts.broadcast().send(channelOf(room) as AnyChannel<Record<string, unknown>>, 'presence', {
        joined: parsed(came),
        left: parsed(gone),
      });
    await send(joined, left);
    const { store } = this.#parts;
    if (store === null) return;
    const back: string[] = [];
    for (const json of left) {
      const { id } = JSON.parse(json) as AnyMember;
      if (await store.has(room, String(id))) back.push(json);
    }
    if (back.length > 0) await send(back, []);
  }
}
