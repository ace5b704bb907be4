import type { Failed, Lost, NotModified } from './results.ts';

/** `.data()` throws it for every result except a success. */
export class ApiError<Failure = Failed<number, unknown> | NotModified | Lost> extends Error {
  override readonly name = 'ApiError';
  /** The result: status, problem and errors, or the reason of a loss. */
  readonly result: Failure;

  constructor(route: string, result: Failure & (Failed<number, unknown> | NotModified | Lost)) {
    const isLost = 'reason' in result;
    const said = isLost
      ? result.reason
      : `${result.status} ${messageOf((result as { readonly problem?: unknown }).problem)}`;
    super(`${route}: ${said}`, { cause: isLost ? result.cause : undefined });
    this.result = result;
  }
}

const messageOf = (problem: unknown): string => {
  const { message } = (problem ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : '';
};
