const resets: (() => void)[] = [];

/** Puts every store back to its first rows. */
export const resetStores = (): void => {
  for (const reset of resets) reset();
};

export const onReset = (reset: () => void): void => {
  resets.push(reset);
  reset();
};

export interface Entity {
  id: string;
}

export interface Repository<T extends Entity> {
  all(): T[];
  find(id: string): T | null;
  findOrFail(id: string): Promise<T>;
  save(entity: T): T;
  delete(id: string): boolean;
}

export class MissingEntity extends Error {}

/** Rows in memory, as a database would keep them. */
export class MemoryRepository<T extends Entity> implements Repository<T> {
  readonly #rows = new Map<string, T>();

  constructor(seed: () => readonly T[]) {
    onReset(() => {
      this.#rows.clear();
      for (const row of seed()) this.#rows.set(row.id, row);
    });
  }

  all(): T[] {
    return [...this.#rows.values()];
  }

  find(id: string): T | null {
    return this.#rows.get(id) ?? null;
  }

  async findOrFail(id: string): Promise<T> {
    const row = this.find(id);
    if (row === null) throw new MissingEntity(`No row ${id}.`);
    return row;
  }

  save(entity: T): T {
    this.#rows.set(entity.id, entity);
    return entity;
  }

  delete(id: string): boolean {
    return this.#rows.delete(id);
  }
}

let counter = 100;
onReset(() => {
  counter = 100;
});
export const nextId = (): string => String(++counter);
