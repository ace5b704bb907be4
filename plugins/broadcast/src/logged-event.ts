/** Orders the events of a shard: two numbers, of which the first counts more. Both are whole, 0 or more, with at most 15 digits. */
export interface EventId {
  /** The first part. With Redis and in memory, the time in milliseconds since 1970. */
  readonly ms: number;
  /** Orders ids whose first part is the same. */
  readonly seq: number;
}

/** An event as every process keeps it. */
export interface LoggedEvent extends EventId {
  /** The id as clients send it back. */
  readonly id: string;
  /** Key of the channel. */
  readonly channel: string;
  /** Name of the event. */
  readonly event: string;
  /** The data as JSON. */
  readonly data: string;
  /** The `traceparent` of its send; left out while nothing is traced. */
  readonly trace?: string;
}

/** An event that has no id yet. */
export type NewEvent = Pick<LoggedEvent, 'channel' | 'event' | 'data' | 'trace'>;

/** No channel has this key. Its event says how many events the sender has dropped. */
export const droppedChannel = '';

/** Comes before every event. */
export const beginning: EventId = Object.freeze({ ms: 0, seq: 0 });

/** The id within its shard: `1718000000000-0`. */
export const idText = ({ ms, seq }: EventId): string => `${ms}-${seq}`;

/** Reads what `idText()` wrote; null for anything else. */
export const readId = (text: string): EventId | null => {
  const [, ms, seq] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return ms === undefined ? null : { ms: Number(ms), seq: Number(seq) };
};

/** Whether `one` came before `other`. */
export const isBefore = (one: EventId, other: EventId): boolean =>
  one.ms < other.ms || (one.ms === other.ms && one.seq < other.seq);
