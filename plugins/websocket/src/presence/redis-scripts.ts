// Scripts of Redis, each for one key, so that they also run in a cluster. Times are those of the server: clocks of processes do not matter.

const now = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * The leases of processes, by name. A positive score is the end of a lease. A negative one belongs to a lost process: until that time,
 * another process cleans up after it. A lease ends only here, when somebody looks: one that is renewed late was never lost.
 */
const bury = `
for _, name in ipairs(redis.call('zrangebyscore', KEYS[1], 0, now)) do redis.call('zadd', KEYS[1], -1, name) end`;

/** Renews the lease `ARGV[1]` by `ARGV[2]` milliseconds; with 'new' in `ARGV[3]` begins it. Returns whether it holds, and lost processes to clean up. */
export const renewScript = `${now}
local score = tonumber(redis.call('zscore', KEYS[1], ARGV[1]) or '-1')
local holds = ARGV[3] == 'new' or score > 0
if holds then redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1]) else redis.call('zadd', KEYS[1], 'nx', -1, ARGV[1]) end
${bury}
if not holds then return { 0, {} } end
local lost = redis.call('zrangebyscore', KEYS[1], -now, '(0')
for _, name in ipairs(lost) do redis.call('zadd', KEYS[1], -now - ARGV[2], name) end
return { 1, lost }`;

/** The processes with a lease. */
export const aliveScript = `${now}${bury}
return redis.call('zrangebyscore', KEYS[1], '(0', '+inf')`;

// A room is a hash of members by id. A value has the processes of the member and its JSON: `a,b,|{"id":7}`. `-a` is a process that the member
// has left, until its room has the event.
const entry = `
local function read(id, name)
  local value = redis.call('hget', KEYS[1], id) or '|'
  local bar = string.find(value, '|', 1, true)
  local kept, isHere, isThere, isLeaving = '', false, false, false
  for process in string.gmatch(string.sub(value, 1, bar - 1), '[^,]+') do
    if process == name then isHere = true
    elseif process == '-' .. name then isLeaving = true
    else
      kept = kept .. process .. ','
      if string.sub(process, 1, 1) ~= '-' then isThere = true end
    end
  end
  return { kept = kept, isHere = isHere, isThere = isThere, isLeaving = isLeaving, json = string.sub(value, bar + 1) }
end
local function write(id, processes, json)
  if processes == '' then redis.call('hdel', KEYS[1], id) else redis.call('hset', KEYS[1], id, processes .. '|' .. json) end
end`;

/** Adds members, given as id and JSON, to the process `ARGV[1]`. Returns the ids that no process had before. */
export const enterScript = `${entry}
local fresh = {}
for at = 2, #ARGV, 2 do
  local found = read(ARGV[at], ARGV[1])
  if not found.isHere and not found.isThere then table.insert(fresh, ARGV[at]) end
  write(ARGV[at], found.kept .. ARGV[1] .. ',', ARGV[at + 1])
end
return fresh`;

/** Takes members from the process `ARGV[1]`. Returns the ids that no process has any more. */
export const leaveScript = `${entry}
local gone = {}
for at = 2, #ARGV do
  local found = read(ARGV[at], ARGV[1])
  if not found.isThere then table.insert(gone, ARGV[at]) end
  if found.isHere or found.isLeaving then
    write(ARGV[at], found.isThere and found.kept or (found.kept .. '-' .. ARGV[1] .. ','), found.json)
  end
end
return gone`;

/** Takes all members from the process `ARGV[1]`. Returns those that no process has any more, as ids and JSON. */
export const clearScript = `${entry}
local gone = {}
for _, id in ipairs(redis.call('hkeys', KEYS[1])) do
  local found = read(id, ARGV[1])
  if found.isHere or found.isLeaving then
    write(id, found.isThere and found.kept or (found.kept .. '-' .. ARGV[1] .. ','), found.json)
    if not found.isThere then table.insert(gone, id); table.insert(gone, found.json) end
  end
end
return gone`;

/** Forgets that members have left the process `ARGV[1]`. Returns those that another process has, as ids and JSON. */
export const finishScript = `${entry}
local back = {}
for at = 2, #ARGV do
  local found = read(ARGV[at], ARGV[1])
  if found.isLeaving then write(ARGV[at], found.kept .. (found.isHere and (ARGV[1] .. ',') or ''), found.json) end
  if found.isHere or found.isThere then table.insert(back, ARGV[at]); table.insert(back, found.json) end
end
return back`;
