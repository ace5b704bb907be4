import type { PresenceStore, Renewal } from './member.ts';

/** The members of this process alone. They have no lease. */
export class MemoryPresence implements PresenceStore {
  readonly isShared = false;
  readonly #rooms = new Map<string, Map<string, string>>();

  async enter(room: string, members: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const here = this.#rooms.get(room) ?? new Map<string, string>();
    this.#rooms.set(room, here);
    const fresh = [...members.keys()].filter((id) => !here.has(id));
    for (const [id, json] of members) here.set(id, json);
    return fresh;
  }

  async leave(room: string, ids: readonly string[]): Promise<readonly string[]> {
    for (const id of ids) this.#rooms.get(room)?.delete(id);
    return ids;
  }

  async finish(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }

  async clear(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }

  async members(room: string): Promise<readonly string[]> {
    return [...(this.#rooms.get(room)?.values() ?? [])];
  }

  async renew(): Promise<Renewal> {
    return { replaced: null, lost: [] };
  }

  async roomsOf(): Promise<readonly string[]> {
    return [];
  }

  async empty(room: string): Promise<void> {
    this.#rooms.delete(room);
  }

  async forget(): Promise<void> {}
}
