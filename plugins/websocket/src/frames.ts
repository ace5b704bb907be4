import type { ServerSentEvent } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A message to a client as JSON. */
export const frame = (event: string, data: unknown): string => {
  try {
    return JSON.stringify({ event, data: data ?? null });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'JSON refused its data';
    throw errors.E_SOCKET_DATA({ event: JSON.stringify(event), reason }, { cause });
  }
};

const frames = new WeakMap<ServerSentEvent, Buffer>();

/** An event of a channel as a message, with its id. All clients of a room get the same bytes. */
export const frameOf = (sent: ServerSentEvent): Buffer => {
  const known = frames.get(sent);
  if (known !== undefined) return known;
  const { event = 'joined', data = null, id } = sent;
  // The data of a channel is JSON already.
  const json = typeof data === 'string' ? data : 'null';
  const end = id === undefined ? '}' : `,"id":${JSON.stringify(id)}}`;
  const made = Buffer.from(`{"event":${JSON.stringify(event)},"data":${json}${end}`);
  frames.set(sent, made);
  return made;
};
