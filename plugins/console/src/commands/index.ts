import type { CommandEntry } from '../command/manifest.ts';
import { standalone } from './standalone.ts';

/** The console's own commands. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'list',
    description: 'List the commands',
    load: async () => (await import('./list.ts')).List,
  },
  {
    path: 'help',
    description: 'Show the options and examples of a command',
    load: async () => (await import('./help.ts')).Help,
  },
  {
    path: 'about',
    description: 'Show what this application is made of and runs on',
    load: async () => (await import('./about.ts')).About,
  },
  {
    path: 'config:show',
    description: 'Show the configuration as it is in force, secrets masked',
    load: async () => (await import('./config-show.ts')).ConfigShow,
  },
  {
    path: 'plugin:list',
    description: 'List the plugins in their order, with what each adds',
    load: async () => (await import('./plugin-list.ts')).PluginList,
  },
  {
    path: 'hooks:list',
    description: 'List the hooks with the taps of plugins, in the order they run',
    load: async () => (await import('./hooks-list.ts')).HooksList,
  },
  {
    path: 'types',
    description: 'Write the names of routes, limiters and translations for the compiler',
    load: async () => (await import('./types.ts')).Types,
  },
  ...standalone,
];
