import type { Context } from '@taproot/core';
import type { Charge } from './take-points.ts';

declare module '@taproot/core' {
  interface ContextValues {
    /** Every limit that has counted this request so far, in order. */
    throttle: readonly Charge[];
  }
}

/** Whole seconds until the window ends, 1 or more. */
export const secondsLeft = ({ ends, limit }: Pick<Charge, 'ends' | 'limit'>): number =>
  Math.min(limit.seconds, Math.max(1, Math.ceil((ends - performance.now()) / 1000)));

const tighter = (a: Charge, b: Charge): Charge => (b.remaining < a.remaining ? b : a);

/** Collects the limits of all throttles that counted a request, and sends the headers of the limit with the fewest requests left. */
export const tellLimits = (ctx: Context, charges: readonly Charge[], ietf: boolean): void => {
  const before = ctx.value('throttle');
  const all = before === undefined ? charges : [...before, ...charges];
  if (all.length === 0) return;
  ctx.withValue('throttle', all);
  tellLimit(ctx, all.reduce(tighter));
  if (ietf) tellPolicies(ctx, all);
};

/** Tells the client the limit that refused it. */
export const tellExceeded = (ctx: Context, exceeded: Charge, ietf: boolean): void => {
  const seconds = secondsLeft(exceeded);
  tellLimit(ctx, exceeded);
  ctx
    .response()
    .header('X-RateLimit-Reset', Math.ceil(Date.now() / 1000) + seconds)
    .header('Retry-After', seconds);
  if (ietf) tellPolicies(ctx, [...(ctx.value('throttle') ?? []), exceeded]);
};

const tellLimit = (ctx: Context, { limit, remaining }: Charge): void => {
  ctx.response().header('X-RateLimit-Limit', limit.points).header('X-RateLimit-Remaining', remaining);
};

/** draft-ietf-httpapi-ratelimit-headers: quota `q` in window `w`; remaining `r`, reset in `t` seconds. */
const tellPolicies = (ctx: Context, charges: readonly Charge[]): void => {
  const policies = charges.map((charge) => `${policyName(charge)};q=${charge.limit.points};w=${charge.limit.seconds}`);
  const limits = charges.map((charge) => `${policyName(charge)};r=${charge.remaining};t=${secondsLeft(charge)}`);
  ctx.response().header('RateLimit-Policy', policies.join(', ')).header('RateLimit', limits.join(', '));
};

/** RFC 9651 3.3.3: a string may contain only printable ASCII. */
const policyName = ({ limiter, index }: Charge): string => {
  const name = limiter.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&');
  return `"${index === 0 ? name : `${name}.${index + 1}`}"`;
};
