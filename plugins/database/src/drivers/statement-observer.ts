/** A statement as kysely compiled it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Hears of every statement: the hook `query`. */
export interface StatementObserver {
  /** Whether a plugin listens. If none does, no statement is timed. */
  isUsed(): boolean;
  /** `error` is null for a statement that succeeded. Does not throw. */
  tell(statement: Statement, milliseconds: number, error: unknown): void;
}

/** Runs a statement, and tells the observer how long it took. */
export const observe = async <Result>(
  observer: StatementObserver,
  statement: Statement,
  run: () => Promise<Result>,
): Promise<Result> => {
  const start = performance.now();
  try {
    const result = await run();
    observer.tell(statement, performance.now() - start, null);
    return result;
  } catch (error) {
    observer.tell(statement, performance.now() - start, error);
    throw error;
  }
};

/** Reads the rows of a statement one by one, and tells the observer when the last one was read. */
export async function* observeRows<Row>(
  observer: StatementObserver,
  statement: Statement,
  rows: AsyncIterable<Row>,
): AsyncIterableIterator<Row> {
  const start = performance.now();
  let failure: unknown = null;
  try {
    yield* rows;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    observer.tell(statement, performance.now() - start, failure);
  }
}
