import { defineErrors } from '@taproot/core';

/** Errors of broadcasts: configuration, channels, events, the store. */
export const errors = defineErrors({
  // Configuration
  E_BROADCAST_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/broadcast.ts or in the options of broadcast(), or remove it to keep its default.',
  },
  E_BROADCAST_PER_PROCESS: {
    message: 'Broadcasts are kept in the memory of this worker, so its events reach only the streams of this worker.',
    fix: "Set broadcast.store to 'redis' in config/broadcast.ts, and add redis() of @taproot/redis.",
  },
  E_BROADCAST_CLIENT: {
    message: 'The Redis client of broadcast.redis has no {method}(), which broadcasts need.',
    fix: 'Use a client of ioredis: `Redis` or `Cluster`.',
  },
  // Channels and events
  E_BROADCAST_PARAMETER: {
    message:
      'The parameter "{name}" of the channel {pattern} is {actual}, but must be a number or a string that is not empty.',
    fix: 'Give every parameter of the pattern to of().',
    placed: true,
  },
  E_BROADCAST_FORBIDDEN: {
    message: 'You may not listen to this channel.',
    fix: 'authorize() of the channel, or the ability that can() names, decides. Log in as a user who may listen.',
    status: 403,
  },
  E_BROADCAST_ABILITY: {
    message: 'The channel {pattern} names the ability "{ability}", but no plugin of this application has abilities.',
    fix: 'Add auth() of @taproot/auth to withPlugins(), or decide with a function: channel(...).authorize((ctx) => ...).',
  },
  E_BROADCAST_EVENT: {
    message: 'The event {event} cannot be sent to the channel {channel}: {reason}.',
    fix: 'Give the name of an event as one line that is not empty, and data that JSON can hold.',
    placed: true,
  },
  E_BROADCAST_SIZE: {
    message: 'The data of the event {event} for the channel {channel} have {bytes} bytes; {limit} are allowed.',
    fix: 'Send an id that clients load the rest by, or raise broadcast.max_bytes.',
    placed: true,
  },
  // Streams and the store
  E_BROADCAST_SLOW: {
    message:
      'A client of the channel {channel} reads too slowly: more than {events} events waited for it. {consequence}',
    fix: 'Nothing, if it happens to single clients: they connect again, or load their state again. Otherwise send fewer events, or raise broadcast.max_history.',
  },
  E_BROADCAST_OUTAGE: {
    message: 'Redis cannot be reached for broadcasts{shard}. Events are held until it can.',
    fix: 'See the cause below. Streams stay open and catch up by themselves.',
  },
  E_BROADCAST_SILENT: {
    message: 'Redis did not answer within {seconds} s.',
    fix: 'Check that the server is not suspended or overloaded, and that the network lets its answers through.',
  },
  E_BROADCAST_MISSED: {
    message: 'This process missed {count} of broadcasts, because {reason}. It sent "missed" to {streams} open streams.',
    fix: 'Clients load their state again when they get "missed". If it happens often, raise broadcast.max_history, or look for what suspends this process or its connection.',
  },
  E_BROADCAST_DROPPED: {
    message: 'Events for broadcasts were dropped, because {reason}.',
    fix: 'Bring Redis back. This process holds as many events of each shard as broadcast.max_history says.',
  },
});
