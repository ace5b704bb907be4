// A rate limit as applications write it for frameworks that bring none.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { pointsPerMinute } from './post-contract.js';

const limiter = new RateLimiterMemory({ points: pointsPerMinute, duration: 60 });

/** Counts a request of an address; the headers of its reply, or a rejection. */
export const rateLimit = async (/** @type {string} */ address) => {
  const { remainingPoints } = await limiter.consume(address);
  return { 'X-RateLimit-Limit': String(pointsPerMinute), 'X-RateLimit-Remaining': String(remainingPoints) };
};
