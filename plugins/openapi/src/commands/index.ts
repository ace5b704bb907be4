import type { CommandEntry } from '@taproot/console';

/** The console commands of OpenAPI. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'openapi:write',
    description: 'Write the OpenAPI document of the application, read from its code',
    keep: ['--renew'],
    load: async () => (await import('./api-write.ts')).ApiWrite,
  },
  {
    path: 'openapi:check',
    description: 'Compare the committed OpenAPI document with the code',
    load: async () => (await import('./api-check.ts')).ApiCheck,
  },
  {
    path: 'openapi:gaps',
    description: 'List what the OpenAPI document cannot say, because the code does not',
    load: async () => (await import('./api-gaps.ts')).ApiGaps,
  },
];
