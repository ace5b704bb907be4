import type { Development } from '@taproot/console/internal';
import { commands } from './commands/index.ts';

/** What the console finds here. Each part is imported when it is used, since every command of an application passes here. */
export const development: Development = {
  commands,
  watch: async (application) => (await import('./watch/watch-application.ts')).watchApplication(application),
  serve: async (root, boot) => (await import('./watch/serve-as-worker.ts')).serveAsWorker(root, boot),
  remember: async (root) => (await import('./completion/remember-commands.ts')).remember(root),
};
