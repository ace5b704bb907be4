import { type Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import type { CommandModule } from './command/manifest.ts';
import { ConsoleKernel } from './console-kernel.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Runs the commands of the application from code. */
    Console(): ConsoleKernel;
  }
  interface PluginContributions {
    /** Imports the manifest of the plugin's console commands: `() => import('./commands/index.ts')`. */
    readonly commands?: () => Promise<CommandModule>;
  }
}

/**
 * The console: `npx taproot`, `facades.Console()`, the commands of every plugin, and `withCommands()` for those of the
 * application.
 * Take it from `@taproot/console`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([consoleKernel()])
 */
export const consoleKernel = () =>
  definePlugin({
    name: 'console',
    facades: { Console: (app) => new ConsoleKernel(app) },
    provides: { commands: (app) => app.facades.Console() },
    steps: {
      withCommands: (app: Application, commands: CommandModule['commands']) => app.facades.Console().add(commands),
    },
    commands: () => import('./commands/index.ts'),
  });
