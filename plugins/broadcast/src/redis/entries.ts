import type { LogEntry, SentEvent } from '../engine.ts';
import { readId } from '../logged-event.ts';

/** Lua: `log` and `position` of the last entry. Begins a log if there is none, so that every log has a name from its first reader on. */
const findTail = `
local tail = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local log, position
if tail and tail[2][1] == 'log' then
  log, position = tail[2][2], tonumber(tail[2][4])
else
  local now = redis.call('TIME')
  log, position = now[1] .. '.' .. now[2], 0
  redis.call('XADD', KEYS[1], '*', 'log', log, 'position', 0)
end`;

/**
 * Adds entries in their order: either all of them, or the first ones. `ARGV[1]` is how many entries the log keeps. The number of its fields
 * is before each entry.
 */
export const addScript = `${findTail}
local at = 2
while at <= #ARGV do
  local width = tonumber(ARGV[at])
  position = position + 1
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'log', log, 'position', string.format('%d', position),
    unpack(ARGV, at + 1, at + width))
  at = at + 1 + width
end
return position`;

/** The time of Redis, and the last `ARGV[1]` entries from the newest to the oldest: at least one. */
export const loadScript = `${findTail}
return {redis.call('TIME'), redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', ARGV[1])}`;

/** Ends the wait of a reader: `KEYS[1]` is a stream that it also waits for. */
export const wakeScript = `
redis.call('XADD', KEYS[1], 'MAXLEN', 1, '*', 'wake', 1)
return redis.call('PEXPIRE', KEYS[1], 60000)`;

/** The fields of one event and their number, as arguments of the script. */
export const fieldsOf = ({ channel, event, data, sender, number, trace }: SentEvent): string[] => [
  trace === undefined ? '10' : '12',
  'channel',
  channel,
  'event',
  event,
  'data',
  data,
  'sender',
  sender,
  'number',
  String(number),
  ...(trace === undefined ? [] : ['trace', trace]),
];

/** Reads the entries in the reply of XREVRANGE and similar commands. Skips entries that other programs wrote. */
export const readEntries = (reply: unknown): LogEntry[] => {
  const entries: LogEntry[] = [];
  for (const [id, fields] of pairs(reply)) {
    const at = readId(String(id));
    if (at === null || !Array.isArray(fields)) continue;
    const [mark, log, , position, , channel, , event, , data, , sender, , number, , trace] = fields.map(String);
    if (mark !== 'log' || log === undefined) continue;
    const place = { at, log, position: Number(position) };
    if (channel === undefined || event === undefined || data === undefined || sender === undefined)
      entries.push({ ...place, sent: null });
    else
      entries.push({
        ...place,
        sent: { channel, event, data, sender, number: Number(number), ...(trace === undefined ? {} : { trace }) },
      });
  }
  return entries;
};

/** The streams in a reply of XREAD with their entries: `[[key, entries], ...]` in RESP2, `[key, entries, ...]` in RESP3. */
export const readStreams = (reply: unknown): [key: string, entries: unknown][] => {
  if (!Array.isArray(reply)) return [];
  if (Array.isArray(reply[0])) return pairs(reply).map(([key, entries]) => [String(key), entries]);
  const streams: [string, unknown][] = [];
  for (let at = 0; at < reply.length; at += 2) streams.push([String(reply[at]), reply[at + 1]]);
  return streams;
};

const pairs = (reply: unknown): [unknown, unknown][] =>
  Array.isArray(reply) ? reply.filter((entry): entry is [unknown, unknown] => Array.isArray(entry)) : [];
