import type { CommandEntry } from '@taproot/console';

/** The console commands of routing. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'route:list',
    description: 'List the routes with their names, handlers and middleware',
    load: async () => (await import('./route-list.ts')).RouteList,
  },
];
