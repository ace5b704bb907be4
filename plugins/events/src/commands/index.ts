import type { CommandModule } from '@taproot/console';

/** The console commands of events. */
export const commands: CommandModule['commands'] = [
  {
    path: 'event:list',
    description: 'List the events and their listeners, in the order in which they run',
    load: async () => (await import('./event-list.ts')).EventList,
  },
  {
    path: 'make:event',
    description: 'Write an event',
    generator: async () => (await import('./make-event.ts')).makeEvent,
  },
  {
    path: 'make:listener',
    description: 'Write a listener, and register it',
    generator: async () => (await import('./make-listener.ts')).makeListener,
  },
];
