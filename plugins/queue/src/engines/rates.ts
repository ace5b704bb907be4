/** Microseconds between two jobs of a queue that may begin this many a second. */
export const intervalOf = (rate: number): number => Math.round(1_000_000 / rate);

/** How many may begin at once: a tenth of a second's worth. Workers then need not ask for each job. */
export const burstOf = (rate: number): number => Math.max(1, Math.floor(rate / 10));

/** How many jobs may begin now, and the time of the next one if none of them does. Times are in microseconds. */
export const allowance = (
  rate: number,
  next: number,
  now: number,
): { readonly count: number; readonly from: number } => {
  const interval = intervalOf(rate);
  const from = Math.max(next, now - (burstOf(rate) - 1) * interval);
  return { count: from > now ? 0 : Math.floor((now - from) / interval) + 1, from };
};

/**
 * The same in Redis, on its clock: takes up to ARGV[3] permits of KEYS[1], with the interval ARGV[1] and the burst ARGV[2]. Returns how many.
 */
export const permitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local from = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now - (burst - 1) * interval)
if from > now then return 0 end
local count = math.min(wanted, math.floor((now - from) / interval) + 1)
redis.call('SET', KEYS[1], string.format('%.0f', from + count * interval))
return count`;
