export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E> = { readonly ok: false; readonly error: E };
export type Result<T, E> = Ok<T> | Err<E>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const err = <const E>(error: E): Err<E> => ({ ok: false, error });

/** Left is the failure, right the success. */
export abstract class Either<L, R> {
  static left<L, R = never>(value: L): Either<L, R> {
    return new Left(value);
  }

  static right<R, L = never>(value: R): Either<L, R> {
    return new Right(value);
  }

  abstract fold<A, B>(left: (value: L) => A, right: (value: R) => B): A | B;
  abstract map<S>(change: (value: R) => S): Either<L, S>;
  abstract chain<M, S>(change: (value: R) => Either<M, S>): Either<L | M, S>;
}

class Left<L, R> extends Either<L, R> {
  constructor(private readonly value: L) {
    super();
  }

  fold<A, B>(left: (value: L) => A): A | B {
    return left(this.value);
  }

  map<S>(): Either<L, S> {
    return new Left(this.value);
  }

  chain<M, S>(): Either<L | M, S> {
    return new Left<L | M, S>(this.value);
  }
}

class Right<L, R> extends Either<L, R> {
  constructor(private readonly value: R) {
    super();
  }

  fold<A, B>(_left: (value: L) => A, right: (value: R) => B): A | B {
    return right(this.value);
  }

  map<S>(change: (value: R) => S): Either<L, S> {
    return new Right(change(this.value));
  }

  chain<M, S>(change: (value: R) => Either<M, S>): Either<L | M, S> {
    return change(this.value);
  }
}

export class Option<T> {
  constructor(private readonly value: T | undefined) {}

  getOrElse<D>(other: D): T | D {
    return this.value === undefined ? other : this.value;
  }

  map<S>(change: (value: T) => S): Option<S> {
    return new Option(this.value === undefined ? undefined : change(this.value));
  }
}

export class AsyncResult<T, E> {
  constructor(private readonly promise: Promise<Result<T, E>>) {}

  map<S>(change: (value: T) => S): AsyncResult<S, E> {
    return new AsyncResult(this.promise.then((result) => (result.ok ? ok(change(result.value)) : result)));
  }

  async match<A, B>(good: (value: T) => A, bad: (error: E) => B): Promise<A | B> {
    const result = await this.promise;
    return result.ok ? good(result.value) : bad(result.error);
  }
}
