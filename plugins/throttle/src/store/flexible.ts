import { createRequire } from 'node:module';
import type * as Flexible from 'rate-limiter-flexible';

const require = createRequire(import.meta.url);

// The package's index loads every store it has (12 ms); memory needs these two. They are untyped by themselves.
/** The methods by which rate-limiter-flexible recognises its own limiters. */
export const RateLimiterCompatibleAbstract =
  require('rate-limiter-flexible/lib/RateLimiterCompatibleAbstract.js') as typeof Flexible.RateLimiterCompatibleAbstract;

/** The value that a limiter of rate-limiter-flexible resolves to or rejects with. */
export const RateLimiterRes = require('rate-limiter-flexible/lib/RateLimiterRes.js') as typeof Flexible.RateLimiterRes;
