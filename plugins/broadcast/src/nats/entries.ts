import type { JsMsg } from '@nats-io/jetstream';
import type { LogEntry, LogPlace, SentEvent } from '../engine.ts';

/** The message of an event: its head as a list in JSON, a line break, and its data. */
export const payloadOf = ({ channel, event, sender, number, data, trace }: SentEvent): string =>
  `${JSON.stringify([channel, event, sender, number, ...(trace === undefined ? [] : [trace])])}\n${data}`;

/**
 * The place of a message: the time at which its stream was made, in milliseconds, and its number in the stream. So ids grow although clocks go
 * back, and those of a later stream come after those of an earlier one.
 */
export const placeOf = (created: string, position: number): LogPlace => ({
  at: { ms: Date.parse(created), seq: position },
  log: created,
  position,
});

/** The entry of a message. A message of another program holds no event. */
export const entryOf = (created: string, message: Pick<JsMsg, 'seq' | 'data'>): LogEntry => ({
  ...placeOf(created, message.seq),
  sent: sentOf(new TextDecoder().decode(message.data)),
});

const sentOf = (text: string): SentEvent | null => {
  const end = text.indexOf('\n');
  let head: unknown;
  try {
    head = JSON.parse(text.slice(0, Math.max(end, 0)));
  } catch {
    return null;
  }
  const [channel, event, sender, number, trace]: unknown[] = Array.isArray(head) ? head : [];
  if (typeof channel !== 'string' || typeof event !== 'string' || typeof sender !== 'string') return null;
  const sent = { channel, event, sender, number: Number(number), data: text.slice(end + 1) };
  return typeof trace === 'string' ? { ...sent, trace } : sent;
};
