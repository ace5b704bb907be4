/** Who a connection belongs to. Connections with the same `id` are one member. It is sent to clients as JSON. */
export interface AnyMember {
  /** The id, unique among the members of the application. */
  readonly id: string | number;
}

/** The events that a room with members has beside its own. */
export interface PresenceEvents<Member> {
  /** All members of the room, on all processes. Each client gets it once, before `joined`. */
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

/** The members that a room gained and lost, as JSON. */
export interface Changed {
  /** Members that were not there before. */
  readonly joined: readonly string[];
  /** Members whose last connection has ended. */
  readonly left: readonly string[];
}

/** The rooms of all processes. Each step is atomic. */
export interface PresenceStore {
  /** Adds a member of this process. Returns whether no process had it before. */
  enter(room: string, id: string, json: string): Promise<boolean>;
  /** Removes a member of this process. Returns its JSON when no process has it any more. */
  leave(room: string, id: string): Promise<string | null>;
  /** Whether a process has the member. */
  has(room: string, id: string): Promise<boolean>;
  /** The members of a room as JSON, without those of processes that were lost. */
  members(room: string): Promise<readonly string[]>;
  /** Makes the members of a process these ones. */
  replace(room: string, process: string, members: ReadonlyMap<string, string>): Promise<Changed>;
  /** Renews the lease of this process. `renewed` is false if it had ended. `lost` has the processes that others must clean up. */
  renew(): Promise<{ readonly renewed: boolean; readonly lost: readonly string[] }>;
  /** The rooms of a process. */
  roomsOf(process: string): Promise<readonly string[]>;
  /** Forgets a process, after its rooms were cleaned up. */
  forget(process: string): Promise<void>;
}
