import type { Context } from '@taproot/core';
import type { Reply } from '@taproot/core/plugin';
import { type ErrorMap, type Failure, takenErrors } from '../lib/failure.ts';
import type { Result } from '../lib/result.ts';

/** The body of every refusal. */
export interface Errors {
  readonly errors: ErrorMap;
}

const statuses = { unauthorized: 401, forbidden: 403, missing: 404, taken: 409, invalid: 422 } as const;

type StatusOf<F extends Failure> = (typeof statuses)[F['kind']];

const errorsOf = (failure: Failure): ErrorMap => {
  switch (failure.kind) {
    case 'missing':
      return { [failure.what]: ['not found'] };
    case 'forbidden':
      return { [failure.what]: ['forbidden'] };
    case 'unauthorized':
      return { [failure.what]: [failure.text] };
    case 'taken':
      return takenErrors(failure.fields);
    case 'invalid':
      return failure.errors;
  }
};

export const refuse = <F extends Failure>(ctx: Context, failure: F): Reply<StatusOf<F>, Errors> => {
  const status: StatusOf<F> = statuses[failure.kind as F['kind']];
  return ctx.response().json(status, { errors: errorsOf(failure) });
};

/** The last step of a pipeline: a success as `status`, a failure as what it means in HTTP. */
export const reply =
  <const S extends number>(ctx: Context, status: S) =>
  <T extends object, F extends Failure>(result: Result<T, F>) =>
    result._tag === 'Ok' ? ctx.response().json(status, result.value) : refuse(ctx, result.error);

export const replyEmpty =
  (ctx: Context) =>
  <T, F extends Failure>(result: Result<T, F>) =>
    result._tag === 'Ok' ? ctx.response().noContent() : refuse(ctx, result.error);
