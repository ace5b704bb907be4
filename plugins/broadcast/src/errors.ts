import { defineErrors } from '@taproot/core';

/** Errors of broadcasts: configuration, channels, events, the store. */
export const errors = defineErrors({
  // Configuration
  E_BROADCAST_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/broadcast.ts or in the options of broadcast(), or remove it to keep its default.',
  },
  E_BROADCAST_PER_PROCESS: {
    message: 'Broadcasts are kept in the memory of this worker, so its events reach only the streams of this worker.',
    fix: "Set broadcast.store to 'redis' in config/broadcast.ts, and add redis() of @taproot/redis. Or set it to 'nats'.",
  },
  E_BROADCAST_ENGINE_TAKEN: {
    message: 'There is a broadcast engine "{name}" already.',
    fix: 'Give the engine another name.',
    placed: true,
  },
  E_BROADCAST_ENGINE_LATE: {
    message: 'The broadcast engine "{name}" came too late: the one of the application was made already.',
    fix: 'Call extend() in the apply() of a plugin, or in withCallback().',
    placed: true,
  },
  E_BROADCAST_PACKAGE: {
    message: 'Broadcasts with the store "nats" need the package {name}, which is not installed.',
    fix: 'Run `npm install @nats-io/transport-node @nats-io/jetstream`.',
  },
  E_BROADCAST_PAYLOAD: {
    message:
      'NATS takes messages of {limit} bytes, but events may have {bytes} (broadcast.max_bytes) and need {room} more for their channel.',
    fix: 'Raise max_payload in the configuration of NATS, or lower broadcast.max_bytes.',
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
    message: '{server} cannot be reached for broadcasts{shard}. Events are held until it can.',
    fix: 'See the cause below. Streams stay open and catch up by themselves.',
  },
  E_BROADCAST_SILENT: {
    message: '{server} did not answer within {seconds} s.',
    fix: 'Check that the server is not suspended or overloaded, and that the network lets its answers through.',
  },
  E_BROADCAST_MISSED: {
    message: 'This process missed {count} of broadcasts, because {reason}. It sent "missed" to {streams} open streams.',
    fix: 'Clients load their state again when they get "missed". If it happens often, raise broadcast.max_history, or look for what suspends this process or its connection.',
  },
  E_BROADCAST_DROPPED: {
    message: 'Events for broadcasts were dropped, because {reason}.',
    fix: 'Bring the server back. This process holds as many events of each shard as broadcast.max_history says.',
  },
});
