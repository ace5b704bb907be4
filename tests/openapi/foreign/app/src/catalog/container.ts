export interface Token<T> {
  readonly name: string;
  readonly type?: T;
}

export const token = <T>(name: string): Token<T> => ({ name });

/** A small container: makers by token, each object made once. */
export class Container {
  readonly #makers = new Map<Token<unknown>, (container: Container) => unknown>();
  readonly #made = new Map<Token<unknown>, unknown>();

  bind<T>(key: Token<T>, make: (container: Container) => T): this {
    this.#makers.set(key, make);
    return this;
  }

  get<T>(key: Token<T>): T {
    if (!this.#made.has(key)) {
      const make = this.#makers.get(key);
      if (make === undefined) throw new Error(`Nothing is bound to ${key.name}.`);
      this.#made.set(key, make(this));
    }
    return this.#made.get(key) as T;
  }
}
