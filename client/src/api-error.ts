import type { Failed, Lost } from './results.ts';

/** `.data()` throws it for every result except a success. */
export class ApiError<Failure = Failed<number, unknown> | Lost> extends Error {
  override readonly name = 'ApiError';
  /** The result: status, problem and errors, or the reason of a loss. */
  readonly result: Failure;

  constructor(route: string, result: Failure & (Failed<number, unknown> | Lost)) {
    const { said, cause } = wordsOf(result);
    super(`${route}: ${said}`, { cause });
    this.result = result;
  }
}

const wordsOf = (result: Failed<number, unknown> | Lost): { readonly said: string; readonly cause: unknown } =>
  'reason' in result
    ? { said: result.reason, cause: result.cause }
    : { said: `${result.status} ${messageOf(result.problem)}`, cause: undefined };

const messageOf = (problem: unknown): string => {
  const { message } = (problem ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : '';
};
