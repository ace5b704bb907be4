/** Success or failure as a value. */
export interface Ok<T> {
  readonly _tag: 'Ok';
  readonly value: T;
}

export interface Err<E> {
  readonly _tag: 'Err';
  readonly error: E;
}

export type Result<T, E> = Ok<T> | Err<E>;

export const ok = <T>(value: T): Result<T, never> => ({ _tag: 'Ok', value });
export const err = <E>(error: E): Result<never, E> => ({ _tag: 'Err', error });

export const fromNullable =
  <E>(onNull: () => E) =>
  <T>(value: T | null | undefined): Result<T, E> =>
    value === null || value === undefined ? err(onNull()) : ok(value);

export const filterOrElse =
  <T, E2>(allows: (value: T) => boolean, onFalse: () => E2) =>
  <E>(result: Result<T, E>): Result<T, E | E2> =>
    result._tag === 'Ok' && !allows(result.value) ? err(onFalse()) : result;

export const map =
  <T, U>(change: (value: T) => U) =>
  <E>(result: Result<T, E>): Result<U, E> =>
    result._tag === 'Ok' ? ok(change(result.value)) : result;

export const chain =
  <T, U, E2>(next: (value: T) => Result<U, E2>) =>
  <E>(result: Result<T, E>): Result<U, E | E2> =>
    result._tag === 'Ok' ? next(result.value) : result;

export function pipe<A>(a: A): A;
export function pipe<A, B>(a: A, ab: (a: A) => B): B;
export function pipe<A, B, C>(a: A, ab: (a: A) => B, bc: (b: B) => C): C;
export function pipe<A, B, C, D>(a: A, ab: (a: A) => B, bc: (b: B) => C, cd: (c: C) => D): D;
export function pipe<A, B, C, D, E>(a: A, ab: (a: A) => B, bc: (b: B) => C, cd: (c: C) => D, de: (d: D) => E): E;
export function pipe(a: unknown, ...steps: ((value: never) => unknown)[]): unknown {
  return steps.reduce<unknown>((value, step) => step(value as never), a);
}
