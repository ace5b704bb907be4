import { isNativeError } from 'node:util/types';
import { type Context, fromWeb, HttpError, type Response } from '@taproot/core';
import { isWebResponse } from '@taproot/core/internal';
import { withDeadline } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { LimitHandler } from './limit.ts';
import { secondsLeft } from './limit-headers.ts';
import type { Charge } from './take-points.ts';

export interface RefuseOptions {
  /** Seconds a `response()` may take. */
  readonly timeout: number;
  readonly report: (error: unknown, ctx: Context) => void;
}

/** The response to a refused request: that of the limit, or 429 when the limit has none, or when its function fails or takes too long. */
export const refuse = async (ctx: Context, charge: Charge, { timeout, report }: RefuseOptions): Promise<Response> => {
  const { limit, limiter } = charge;
  if (limit.respond !== null) {
    const late = () => errors.E_LIMIT_RESPONSE_LATE({ limiter, seconds: timeout });
    try {
      const response = await withDeadline(answer(ctx, limit.respond), timeout, late);
      if (response !== null) return response;
    } catch (error) {
      if (isAnswer(error)) throw error;
      report(error, ctx);
    }
  }
  throw errors.E_TOO_MANY_REQUESTS({ seconds: secondsLeft(charge) });
};

/** The response that `respond` returned or prepared on `ctx.response()`; null when it did neither. */
const answer = async (ctx: Context, respond: LimitHandler): Promise<Response | null> => {
  const response = await respond(ctx);
  if (response !== undefined) return isWebResponse(response) ? fromWeb(ctx, response) : response;
  if (ctx.response().last() === null) return null;
  // Like a handler, a middleware may return nothing to send the prepared response; its type does not say so.
  return response as unknown as Response;
};

// Whether a thrown value is a response: `abort()` throws a value that is not an error, and an HttpError is meant for the client.
const isAnswer = (thrown: unknown): boolean => thrown instanceof HttpError || !isNativeError(thrown);
