import type { EngineReader, LogEntry, LogPlace, LogTail } from './engine.ts';
import type { Feed } from './feed.ts';
import {
  beginning,
  droppedChannel,
  type EventId,
  idText,
  isBefore,
  type LoggedEvent,
  type NewEvent,
} from './logged-event.ts';

/** Events that a shard has missed. */
export interface Loss {
  /** How many; `NaN` if that cannot be known. */
  readonly events: number;
  /** Completes a sentence that ends in "because". */
  readonly reason: string;
  /** The number of open streams, which got `missed`. */
  readonly streams: number;
}

const reasons = {
  trimmed: '{server} had removed them before this process could read them',
  begun: '{server} has lost its log and begun a new one',
  back: '{server} has lost the end of its log, as after a failover',
  sender: '{server} has lost events of a sender, as after a failover',
  dropped: 'their sender could not reach {server} and held too many',
} as const;

/** Before the first entry of any log. */
const nowhere: LogPlace = Object.freeze({ at: beginning, log: '', position: 0 });

/** The number of senders whose last event is remembered. */
const mostSenders = 5000;

/**
 * The last number of every sender. A sender without an answer from the server sends its events again, so a number may come twice. A number
 * that is left out was lost, for example by a server that failed over.
 */
class Senders {
  readonly #last = new Map<string, { readonly number: number; readonly round: number }>();
  #round = 0;

  /** The count of missing numbers before this one, or -1 if this number is not new. */
  check(sender: string, number: number): number {
    const last = this.#last.get(sender);
    if (last !== undefined && number <= last.number) return -1;
    // The first key belongs to the sender that was silent for longest.
    this.#last.delete(sender);
    this.#last.set(sender, { number, round: this.#round });
    const [first] = this.#last.keys();
    if (this.#last.size > mostSenders && first !== undefined) this.#last.delete(first);
    return last === undefined || last.round !== this.#round ? 0 : number - last.number - 1;
  }

  /** Entries were missed and are counted already: the numbers that they had must not count again. */
  forgive(): void {
    this.#round++;
  }
}

/** Passes the entries of one log to its feed: each event once, and none that is missing in silence. */
export class ShardReader {
  readonly shard: number;
  readonly #feed: Feed;
  /** The name of the server in reasons. */
  readonly #server: string;
  readonly #capacity: number;
  readonly #senders = new Senders();
  #settle: () => void = () => undefined;
  /** Resolves when past events are loaded, or the first attempt has failed. */
  readonly attempted = new Promise<void>((resolve) => (this.#settle = resolve));
  #place: LogPlace | null = null;
  #loss: Loss | null = null;
  /** The connection over which the log was read last. */
  reader: EngineReader | null = null;

  constructor(feed: Feed, server: string, capacity: number) {
    this.shard = feed.shard;
    this.#feed = feed;
    this.#server = server;
    this.#capacity = capacity;
  }

  /** An attempt to read has ended. */
  tried(): void {
    this.#settle();
  }

  /** The number of entries that `begin()` needs. */
  get wanted(): number {
    return this.#place === null ? this.#capacity : 1;
  }

  /** The place after which to read on. */
  get after(): LogPlace {
    return this.#place ?? nowhere;
  }

  /** Takes the end of the log as a new connection sees it. */
  begin(reader: EngineReader, tail: LogTail): void {
    const { last } = tail;
    if (this.#place === null) this.#load(tail);
    else if (last.log !== this.#place.log) {
      // Reads the new log from its first entry, which shows that it does not follow.
      this.#place = nowhere;
    } else if (last.position < this.#place.position) {
      const { at } = this.#place;
      this.#lose(isBefore(at, last.at) ? last.at : at, Number.NaN, 'back');
      this.#place = last;
    }
    this.reader = reader;
    this.tried();
  }

  /** Takes entries of this log. */
  take(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      this.#checkPlace(entry);
      this.#place = entry;
      const event = this.#eventOf(entry);
      if (event !== null) this.#feed.deliver(event);
    }
  }

  /** The events missed since the last call; null for none. */
  takeLoss(): Loss | null {
    const loss = this.#loss;
    this.#loss = null;
    return loss;
  }

  #load({ last, entries, before }: LogTail): void {
    const events = entries.flatMap((entry) => {
      // A loss that is still in the log needs no report: nobody listened here.
      const { sent } = entry;
      if (sent === null || this.#senders.check(sent.sender, sent.number) === -1) return [];
      return sent.channel === droppedChannel ? [] : [this.#logged(entry, sent)];
    });
    const floor = entries.findLast(({ sent }) => sent?.channel === droppedChannel) ?? entries[0] ?? last;
    this.#place = last;
    this.#feed.load(
      events.filter((event) => !isBefore(event, floor.at)),
      floor.at,
      before,
    );
  }

  /** Compares an entry with the one before it. */
  #checkPlace(entry: LogEntry): void {
    const place = this.#place;
    if (place === null || (entry.log === place.log && entry.position === place.position + 1)) return;
    if (entry.log !== place.log) this.#lose(before(entry.at), Number.NaN, 'begun');
    else if (entry.position <= place.position) this.#lose(before(entry.at), Number.NaN, 'back');
    else this.#lose(before(entry.at), entry.position - place.position - 1, 'trimmed');
  }

  /** The event of an entry; null if it is a repetition, or none. */
  #eventOf(entry: LogEntry): LoggedEvent | null {
    const { sent, at } = entry;
    if (sent === null) return null;
    const missing = this.#senders.check(sent.sender, sent.number);
    if (missing === -1) return null;
    if (sent.channel === droppedChannel) {
      this.#lose(at, Number(sent.data), 'dropped');
      return null;
    }
    if (missing > 0) this.#lose(before(at), missing, 'sender');
    return this.#logged(entry, sent);
  }

  #logged({ at }: LogEntry, { channel, event, data, trace }: NewEvent): LoggedEvent {
    const id = this.#feed.prefix + idText(at);
    return { ...at, id, channel, event, data, ...(trace === undefined ? {} : { trace }) };
  }

  /** Tells every stream that events up to `floor` were missed. */
  #lose(floor: EventId, events: number, why: keyof typeof reasons): void {
    this.#senders.forgive();
    const streams = this.#feed.lose(floor);
    const reason = reasons[why].replace('{server}', this.#server);
    const known = this.#loss?.events ?? 0;
    this.#loss = { events: known + events, reason: this.#loss?.reason ?? reason, streams };
  }
}

/** The number of the last id that a millisecond can have. */
const lastSeq = 999_999_999_999_999;

/** The last id that comes before `at`. */
const before = ({ ms, seq }: EventId): EventId =>
  seq > 0 ? { ms, seq: seq - 1 } : { ms: Math.max(ms - 1, 0), seq: lastSeq };
