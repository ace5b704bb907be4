export type { EventsConfig } from './config.ts';
export { errors } from './errors.ts';
export { type Event, event, type PayloadSchema } from './event.ts';
export type { EventOptions, Events } from './events.ts';
export { type Listener, type ListenerDefinition, type ListenerRun, listener, type QueuedListener } from './listener.ts';
export { events } from './plugin.ts';
