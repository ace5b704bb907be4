import type { CommandEntry } from '@taproot/console';

/** The console commands of validation. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'make:request',
    description: 'Write a form request: who may send it and what it must hold',
    development: true,
    load: async () => (await import('./make-request.ts')).MakeRequest,
  },
  {
    path: 'make:rule',
    description: 'Write a validation rule, and register it',
    development: true,
    load: async () => (await import('./make-rule.ts')).MakeRule,
  },
  {
    path: 'make:filter',
    description: 'Write a filter of input, and register it',
    development: true,
    load: async () => (await import('./make-filter.ts')).MakeFilter,
  },
];
