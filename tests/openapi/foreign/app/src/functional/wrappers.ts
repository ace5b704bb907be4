import type { AuthUser } from '@taproot/auth';
import { ConflictError, type Context, NotFoundError, UnauthorizedError } from '@taproot/core';
import { facades } from '../facades.ts';

export type Work<T> = (ctx: Context) => T | Promise<T>;

/** Answers 200 with what the work gives, 404 when it gives nothing. */
export const wrap =
  <T extends object>(work: Work<T | null>) =>
  async (ctx: Context) => {
    const value = await work(ctx);
    if (value === null) throw new NotFoundError('There is nothing here.');
    return ctx.response().json(200, value);
  };

export const cached = <T extends object>(seconds: number, load: Work<T>) => {
  let kept: T | undefined;
  return async (ctx: Context) => {
    kept ??= await load(ctx);
    return ctx.response().header('Cache-Control', `public, max-age=${seconds}`).json(200, kept);
  };
};

export const withUser =
  <R>(work: (user: AuthUser, ctx: Context) => R) =>
  async (ctx: Context): Promise<Awaited<R>> => {
    const user = await facades.Auth(ctx).user();
    if (user === null) throw new UnauthorizedError('Log in first.');
    return await work(user, ctx);
  };

export interface Transaction {
  readonly writes: string[];
}

export const withTransaction =
  <R>(work: (tx: Transaction, ctx: Context) => Promise<R>) =>
  async (ctx: Context): Promise<R> => {
    const tx: Transaction = { writes: [] };
    try {
      return await work(tx, ctx);
    } finally {
      tx.writes.length = 0;
    }
  };

export const withInput =
  <I, R>(read: (ctx: Context) => Promise<I>, work: (input: I, ctx: Context) => R) =>
  async (ctx: Context) =>
    work(await read(ctx), ctx);

export const timed =
  <R>(work: Work<R>) =>
  async (ctx: Context): Promise<R> => {
    ctx.response().header('Server-Timing', 'work;dur=1');
    return work(ctx);
  };

export function pipeline<A, B>(
  first: Work<A>,
  second: (value: A, ctx: Context) => B | Promise<B>,
): (ctx: Context) => Promise<B>;
export function pipeline<A, B, C>(
  first: Work<A>,
  second: (value: A, ctx: Context) => B | Promise<B>,
  third: (value: B, ctx: Context) => C | Promise<C>,
): (ctx: Context) => Promise<C>;
export function pipeline(first: Work<unknown>, ...rest: ((value: never, ctx: Context) => unknown)[]) {
  return async (ctx: Context) => {
    let value = await first(ctx);
    for (const step of rest) value = await step(value as never, ctx);
    return value;
  };
}

/** Tries again when two writers meet. */
export const withRetry =
  <R>(times: number, work: Work<R>) =>
  async (ctx: Context): Promise<R> => {
    for (let left = times; ; left--) {
      try {
        return await work(ctx);
      } catch (error) {
        if (left <= 1 || !(error instanceof ConflictError)) throw error;
      }
    }
  };

export const once = <R>(make: () => R): (() => R) => {
  let made: { value: R } | undefined;
  return () => (made ??= { value: make() }).value;
};
