import type { CommandEntry } from '@taproot/console';

/** The console commands of routing. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'route:list',
    description: 'List the routes with their names, handlers and middleware',
    load: async () => (await import('./route-list.ts')).RouteList,
  },
  {
    path: 'hooks:trace',
    description: 'Send a request through the application, and show what ran for it and how long',
    load: async () => (await import('./hooks-trace.ts')).HooksTrace,
  },
  {
    path: 'make:controller',
    description: 'Write a controller: a class whose methods answer requests',
    development: true,
    load: async () => (await import('./make-controller.ts')).MakeController,
  },
  {
    path: 'make:middleware',
    description: 'Write a middleware: a step around handlers',
    development: true,
    load: async () => (await import('./make-middleware.ts')).MakeMiddleware,
  },
  {
    path: 'make:test',
    description: 'Write a test that sends requests to the application',
    development: true,
    load: async () => (await import('./make-test.ts')).MakeTest,
  },
];
