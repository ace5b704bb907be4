import type { CommandEntry } from '../command/manifest.ts';

/**
 * Commands that run without a booted application: because they must work if it cannot boot (a key is missing), boot it themselves, or must
 * be fast. Their `this.app` is null, unless code calls them.
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
  {
    path: 'mcp',
    description: 'Give a coding agent the application as tools',
    load: async () => (await import('./mcp.ts')).Mcp,
  },
];
