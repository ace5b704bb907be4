import type { CommandEntry } from '@taproot/console';

/** The console commands of localisation. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'lang:publish',
    description: 'Copy the language files of the plugins into the application, to be edited there',
    load: async () => (await import('./lang-publish.ts')).LangPublish,
  },
  {
    path: 'lang:missing',
    description: 'List the texts that a locale lacks, and those that the fallback locale does not know',
    load: async () => (await import('./lang-missing.ts')).LangMissing,
  },
];
