import type { CommandModule } from '@taproot/console';

/** The console commands of validation. */
export const commands: CommandModule['commands'] = [
  {
    path: 'make:request',
    description: 'Write a form request: who may send it and what it must hold',
    generator: async () => (await import('./make-request.ts')).makeRequest,
  },
  {
    path: 'make:rule',
    description: 'Write a validation rule, and register it',
    generator: async () => (await import('./make-rule.ts')).makeRule,
  },
  {
    path: 'make:filter',
    description: 'Write a filter of input, and register it',
    generator: async () => (await import('./make-filter.ts')).makeFilter,
  },
];
