import { type EventId, readId } from './logged-event.ts';

/** The shard of a channel. Every process must find the same one, so the hash (FNV-1a) is part of the stored format. */
export const shardOf = (channel: string, shards: number): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < channel.length; at++) hash = Math.imul(hash ^ channel.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shards;
};

/** The beginning of the ids of a shard: `8/3:` for shard 3 of 8. With one shard, ids have no such beginning. */
export const shardPrefix = (shard: number, shards: number): string => (shards === 1 ? '' : `${shards}/${shard}:`);

/**
 * Where a client stopped in each shard, from its `Last-Event-ID`: one id for each shard of its channels, separated by commas. Null if the
 * text is not one of ours. Empty if its ids belong to another number of shards.
 */
export const readPositions = (text: string, shards: number): ReadonlyMap<number, EventId> | null => {
  const positions = new Map<number, EventId>();
  for (const part of text.split(',')) {
    const [, of = '1', shard = '0', rest = ''] = /^(?:(\d{1,5})\/(\d{1,5}):)?(.*)$/.exec(part) ?? [];
    const id = readId(rest);
    if (id === null) return null;
    if (Number(of) === shards) positions.set(Number(shard), id);
  }
  return positions;
};
