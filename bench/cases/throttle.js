// Real path: every request of a limited route. In memory, what it costs a process; on Redis, with 64 requests under way
// at a time, how many a second one process can ask for.
import { compareFunctions } from '../lib/compare-functions.js';
import { expressMemory, expressRedis } from '../limiters/express.js';
import { fastifyMemory, fastifyRedis } from '../limiters/fastify.js';
import { flexibleMemory, flexibleRedis } from '../limiters/flexible.js';
import { openRedis } from '../limiters/open-redis.js';
import { taprootCounter, taprootMemory, taprootRedis } from '../limiters/taproot.js';

export const about = 'Decisions of rate limiters over 1,000 keys, allowed and refused, in memory and on Redis';

/** @typedef {import('../limiters/limiter.js').Limiter} Limiter */
/** @typedef {(points: number) => Limiter | Promise<Limiter>} MakeLimiter */

const keys = Array.from({ length: 1000 }, (_, client) => `203.0.113.${client}`);
const plenty = 1_000_000_000;

/** Ends the run when a limiter allows more than its limit, or less. */
const expectLimit = async (/** @type {Limiter} */ { name, take }, /** @type {number} */ points) => {
  for (let request = 0; request <= points; request++) {
    const allowed = await take('somebody');
    if (allowed !== request < points)
      throw new Error(`${name} decides wrongly on request ${request + 1} of ${points}.`);
  }
};

/** A limiter with points left for all keys, or for none. */
const prepare = async (/** @type {MakeLimiter} */ make, /** @type {'allowed' | 'refused'} */ outcome) => {
  if (outcome === 'allowed') return make(plenty);
  const limiter = await make(3);
  await expectLimit(limiter, 3);
  for (const key of keys) for (let point = 0; point < 3; point++) await limiter.take(key);
  return limiter;
};

const variantsOf = async (
  /** @type {string} */ store,
  /** @type {readonly MakeLimiter[]} */ makers,
  /** @type {number} */ together,
) => {
  const variants = [];
  for (const outcome of /** @type {const} */ (['allowed', 'refused'])) {
    const base = `${store}, ${outcome}: rate-limiter-flexible`;
    for (const make of makers) {
      const { name: library, take } = await prepare(make, outcome);
      const name = `${store}, ${outcome}: ${library}`;
      const call = (/** @type {number} */ call) => take(keys[call % keys.length] ?? '');
      variants.push({ name, against: name === base ? [] : base, call, together });
    }
  }
  return variants;
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  const memory = [flexibleMemory, expressMemory, fastifyMemory, taprootMemory, taprootCounter];
  const inMemory = await compareFunctions(await variantsOf('memory', memory, 1), functions);
  const client = await openRedis();
  if (client === null) return inMemory;
  try {
    const redis = [flexibleRedis, expressRedis, fastifyRedis, taprootRedis].map(
      (make) => (/** @type {number} */ points) => make(points, client),
    );
    return [...inMemory, ...(await compareFunctions(await variantsOf('Redis', redis, 64), functions))];
  } finally {
    client.disconnect();
  }
};
