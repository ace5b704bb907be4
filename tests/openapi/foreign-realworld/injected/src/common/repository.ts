export interface Entity {
  readonly id: number;
}

export interface Repository<T extends Entity> {
  findById(id: number): Promise<T | null>;
  findOne(matches: (entity: T) => boolean): Promise<T | null>;
  findAll(matches?: (entity: T) => boolean): Promise<T[]>;
  create(entity: Omit<T, 'id'>): Promise<T>;
  save(entity: T): Promise<T>;
  delete(entity: T): Promise<void>;
}

/** Entities in memory, in the order of their creation. */
export abstract class InMemoryRepository<T extends Entity> implements Repository<T> {
  readonly #rows = new Map<number, T>();
  #last = 0;

  protected abstract make(id: number, entity: Omit<T, 'id'>): T;

  async findById(id: number): Promise<T | null> {
    return this.#rows.get(id) ?? null;
  }

  async findOne(matches: (entity: T) => boolean): Promise<T | null> {
    return [...this.#rows.values()].find(matches) ?? null;
  }

  async findAll(matches: (entity: T) => boolean = () => true): Promise<T[]> {
    return [...this.#rows.values()].filter(matches);
  }

  async create(entity: Omit<T, 'id'>): Promise<T> {
    this.#last += 1;
    return this.save(this.make(this.#last, entity));
  }

  async save(entity: T): Promise<T> {
    this.#rows.set(entity.id, entity);
    return entity;
  }

  async delete(entity: T): Promise<void> {
    this.#rows.delete(entity.id);
  }
}
