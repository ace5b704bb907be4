import type { CommandModule } from '@taproot/console';

/** The console commands of routing. */
export const commands: CommandModule['commands'] = [
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
    generator: async () => (await import('./make-controller.ts')).makeController,
  },
  {
    path: 'make:middleware',
    description: 'Write a middleware: a step around handlers',
    generator: async () => (await import('./make-middleware.ts')).makeMiddleware,
  },
  {
    path: 'make:test',
    description: 'Write a test that sends requests to the application',
    generator: async () => (await import('./make-test.ts')).makeTest,
  },
];
