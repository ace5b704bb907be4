export interface FollowsRepository {
  follows(follower: number, followed: number): Promise<boolean>;
  followedBy(follower: number): Promise<ReadonlySet<number>>;
  add(follower: number, followed: number): Promise<void>;
  remove(follower: number, followed: number): Promise<void>;
}

export class InMemoryFollowsRepository implements FollowsRepository {
  readonly #followed = new Map<number, Set<number>>();

  async follows(follower: number, followed: number): Promise<boolean> {
    return this.of(follower).has(followed);
  }

  async followedBy(follower: number): Promise<ReadonlySet<number>> {
    return this.of(follower);
  }

  async add(follower: number, followed: number): Promise<void> {
    this.of(follower).add(followed);
  }

  async remove(follower: number, followed: number): Promise<void> {
    this.of(follower).delete(followed);
  }

  private of(follower: number): Set<number> {
    const known = this.#followed.get(follower) ?? new Set<number>();
    this.#followed.set(follower, known);
    return known;
  }
}
