/** Counts cases by name and column. */
export class Tally {
  readonly #columns: readonly string[];
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  count(name: string, column: string): void {
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    counts.set(column, (counts.get(column) ?? 0) + 1);
    this.#counts.set(name, counts);
  }

  /** The columns without a case, of each of these names. */
  lacking(names: readonly string[]): string[] {
    return names.flatMap((name) =>
      this.#columns.filter((column) => !this.#counts.get(name)?.has(column)).map((column) => `${name}: ${column}`),
    );
  }

  /** One line a name. */
  toString(): string {
    const names = [...this.#counts.keys()];
    const width = Math.max(...names.map(({ length }) => length));
    const lines = names.map((name) => {
      const cells = this.#columns.map((column) =>
        String(this.#counts.get(name)?.get(column) ?? 0).padStart(column.length),
      );
      return `${name.padEnd(width)}  ${cells.join('  ')}`;
    });
    return [`${' '.repeat(width)}  ${this.#columns.join('  ')}`, ...lines].join('\n');
  }
}
