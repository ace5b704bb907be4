/** A part of the code whose mutants its tests must kill. */
export interface Target {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Per cent of the mutants. */
  readonly least: number;
}

export const targets: readonly Target[];
