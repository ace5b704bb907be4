export type { Broadcast, StreamOptions } from './broadcast.ts';
export { type AnyChannel, type Authorize, Channel, type ChannelParams, channel, type EventOf } from './channel.ts';
export type { BroadcastConfig } from './config.ts';
export type {
  BroadcastEngine,
  BroadcastEngineFactory,
  EngineReader,
  LogEntry,
  LogPlace,
  LogTail,
  SentEvent,
} from './engine.ts';
export { errors } from './errors.ts';
export type { EventId, NewEvent } from './logged-event.ts';
export { broadcast } from './plugin.ts';
export type { ChannelEvents } from './subscription.ts';
