import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';

/** Stands for a server whose port is taken: it fails as soon as anybody starts it. */
const unstartable = definePlugin({
  name: 'unstartable',
  apply(app) {
    app.hooks.start.tap('unstartable', () => {
      throw new Error('the port is in use');
    });
  },
});

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url) })
    .withPlugins([consoleKernel(), unstartable])
    .withCommands([
      {
        path: 'tell',
        description: 'Tell of the fixture',
        load: async () => (await import('../commands/tell.ts')).Tell,
      },
      { path: 'app:flood', description: 'Write much', load: async () => (await import('../commands/flood.ts')).Flood },
      {
        path: 'app:gone',
        description: 'Lose the reader',
        load: async () => (await import('../commands/gone.ts')).Gone,
      },
      { path: 'app:hold', description: 'Hold on', load: async () => (await import('../commands/hold.ts')).Hold },
    ])
    .create();
