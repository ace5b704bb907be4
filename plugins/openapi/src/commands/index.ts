import { dirname, join } from 'node:path';
import type { CommandEntry } from '@taproot/console';
import { asyncApiOf, documentsOf } from '../config.ts';

const writtenFiles = (file: string): string[] => [
  file,
  asyncApiOf(file),
  ...['routes.js', 'mocks.js', 'zod.js'].map((name) => join(dirname(file), name)),
];

/** The console commands of OpenAPI. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'openapi:write',
    description: 'Write the OpenAPI document of the application, read from its code',
    keep: {
      args: ['--renew'],
      files: ({ config }) => documentsOf(config.openapi).flatMap(({ file }) => writtenFiles(file)),
    },
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
