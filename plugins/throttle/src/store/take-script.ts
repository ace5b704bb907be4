/**
 * Takes points (ARGV[1]) of a limit (ARGV[3]) in a window of seconds (ARGV[2]). Replies with the used points and the
 * milliseconds left. The arguments are those of the script of rate-limiter-flexible. Unlike that one, this script does
 * not count refused requests. It also begins no window when points are given back (negative points), so that those
 * points can be taken again.
 */
export const takeScript = `
local cost, window = tonumber(ARGV[1]), 1000 * ARGV[2]
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
if left == -1 then
  redis.call('pexpire', KEYS[1], window)
  left = window
end
if cost > 0 and used + cost > tonumber(ARGV[3]) then return { used + cost, left < 0 and window or left } end
if cost < 0 and used + cost < 0 then return { used, left } end
used = redis.call('incrby', KEYS[1], cost)
if left < 0 then
  redis.call('pexpire', KEYS[1], window)
  left = window
end
return { used, left }
`;
