import type { CommandEntry } from '../command/manifest.ts';

/**
 * Commands that run without the application being booted: they must work where it cannot boot (a key is missing), boot it
 * themselves, or be done before it would be. `this.app` is null for them, unless they are called from code.
 */
export const standalone: readonly CommandEntry[] = [
  {
    path: 'serve',
    description: 'Serve the application, as `npm start` does',
    load: async () => (await import('./serve.ts')).Serve,
  },
  {
    path: 'key:generate',
    description: 'Write a new APP_KEY into .env',
    load: async () => (await import('./key-generate.ts')).KeyGenerate,
  },
];
