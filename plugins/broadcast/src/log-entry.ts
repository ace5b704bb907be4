import { idText, type LoggedEvent, type NewEvent, readId } from './logged-event.ts';

/** An event on its way into the log: its sender, and its number among the events of that sender. */
export interface SentEvent extends NewEvent {
  readonly sender: string;
  readonly number: number;
}

/** An entry of the log. */
export interface LogEntry extends SentEvent, LoggedEvent {}

/** Number of arguments of one entry. */
const width = 10;

/** Adds entries in their order: either all of them, or the first ones. `ARGV[1]` is how many entries the log keeps. */
export const addScript = `
for at = 2, #ARGV, ${width} do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, at, at + ${width - 1}))
end
return #ARGV`;

/** The fields of one entry, as arguments of the script. */
export const fieldsOf = ({ channel, event, data, sender, number }: SentEvent): string[] => [
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
];

/** Reads the entries in the reply of XRANGE and similar commands. Skips entries that other programs wrote. */
export const readEntries = (reply: unknown): LogEntry[] => {
  const entries: LogEntry[] = [];
  for (const [id, fields] of pairs(reply)) {
    const at = readId(String(id));
    if (at === null || !Array.isArray(fields) || fields.length !== width) continue;
    const [, channel, , event, , data, , sender, , number] = fields.map(String);
    if (channel === undefined || event === undefined || data === undefined || sender === undefined) continue;
    entries.push({ ...at, id: idText(at), channel, event, data, sender, number: Number(number) });
  }
  return entries;
};

const pairs = (reply: unknown): [unknown, unknown][] =>
  Array.isArray(reply) ? reply.filter((entry): entry is [unknown, unknown] => Array.isArray(entry)) : [];
