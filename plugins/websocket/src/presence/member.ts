/** Who a connection belongs to. Connections with the same `id` are one member. It is sent to clients as JSON. */
export interface AnyMember {
  /** The id, unique among the members of the application. */
  readonly id: string | number;
}

/** The events that a room with members has beside its own. */
export interface PresenceEvents<Member> {
  /** All members of the room, on all processes. A member gets it before `joined`, and again after `missed`. */
  readonly members: readonly Member[];
  /** Members that came with their first connection, and that left with their last one. */
  readonly presence: {
    /** Members that came. */
    readonly joined: readonly Member[];
    /** Members that left. */
    readonly left: readonly Member[];
  };
}

/** The events of a socket by its type of members; none of presence without members. */
export type WithPresence<Sent extends object, Member> = [Member] extends [never] ? Sent : Sent & PresenceEvents<Member>;

/** The type of the members of a channel. */
export type MemberOf<Events> = Events extends PresenceEvents<infer Member> ? Member : AnyMember;

/** A member as the rooms keep it. */
export interface KnownMember {
  /** Its id as text. */
  readonly id: string;
  /** The whole member. */
  readonly json: string;
}

/** The lease of a process after its renewal. */
export interface Renewal {
  /** The name under which this process had lost its lease, so that it goes on under a new one; null if it still had it. */
  readonly replaced: string | null;
  /** The processes that this one must clean up after. */
  readonly lost: readonly string[];
}

/** The rooms of all processes. Members are JSON by id. Each step is atomic. */
export interface PresenceStore {
  /** Whether other processes see it. */
  readonly isShared: boolean;
  /** Adds members to this process. Resolves to the ids that no process had before. */
  enter(room: string, members: ReadonlyMap<string, string>): Promise<readonly string[]>;
  /** Takes members from this process. Resolves to the ids that no process has any more. The store remembers them until `finish()`. */
  leave(room: string, ids: readonly string[]): Promise<readonly string[]>;
  /** All clients know that these have left the process, this one when left out. Resolves to those that a process has by now. */
  finish(room: string, ids: readonly string[], process?: string): Promise<ReadonlyMap<string, string>>;
  /** Takes all members from a lost process. Resolves to those that no process has any more, also after a `clear()` without `finish()`. */
  clear(room: string, process: string): Promise<ReadonlyMap<string, string>>;
  /** The members of a room, without those of lost processes. */
  members(room: string): Promise<readonly string[]>;
  /** Renews the lease of this process. */
  renew(): Promise<Renewal>;
  /** The rooms of a process. */
  roomsOf(process: string): Promise<readonly string[]>;
  /** This process has no member in the room any more. */
  empty(room: string): Promise<void>;
  /** Forgets a process without rooms, this one when left out. */
  forget(process?: string): Promise<void>;
}
