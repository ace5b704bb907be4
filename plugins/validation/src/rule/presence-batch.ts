/** The values that a database looks for. */
export type Scalar = string | number | bigint | boolean | null;

/** Asks about the values of many fields at once: all that are wanted before the next turn go into one query. */
export class PresenceBatch {
  readonly #ask: (values: readonly Scalar[]) => Promise<readonly boolean[]>;
  #places = new Map<Scalar, number>();
  #answers: Promise<readonly boolean[]> | null = null;

  constructor(ask: (values: readonly Scalar[]) => Promise<readonly boolean[]>) {
    this.#ask = ask;
  }

  /** Whether each of these values is present, in their order. */
  async present(values: readonly Scalar[]): Promise<readonly boolean[]> {
    const places = values.map((value) => this.#placeOf(value));
    this.#answers ??= Promise.resolve().then(() => this.#send());
    const answers = await this.#answers;
    return places.map((place) => answers[place] === true);
  }

  #placeOf(value: Scalar): number {
    const place = this.#places.get(value) ?? this.#places.size;
    this.#places.set(value, place);
    return place;
  }

  #send(): Promise<readonly boolean[]> {
    const values = [...this.#places.keys()];
    this.#places = new Map();
    this.#answers = null;
    return this.#ask(values);
  }
}
