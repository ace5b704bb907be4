import { definePlugin, type Options } from '@taproot/core/plugin';
import '@taproot/routing';
import { storageDefaults } from './config.ts';
import { Storage } from './storage.ts';
import { storageOf } from './storage-runtime.ts';
import { filesUsed } from './traced-files.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Files: `await facades.Storage().put('avatars/ada.png', bytes)`; other disks by `facades.Storage().disk('s3')`. */
    Storage(): Storage;
  }
}

/**
 * Files on disks: a folder, memory, or a bucket of S3. Settings are in config/storage.ts: the folder `storage/files` by default. `options`
 * are settings of that file, and win over it. Take it from `@taproot/storage`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), storage()])
 */
export const storage = (options?: Options<'storage'>) =>
  definePlugin({
    name: 'storage',
    requires: ['routing'],
    after: ['crypt'],
    config: { storage: storageDefaults },
    options: { storage: options },
    facades: { Storage: (app) => new Storage(storageOf(app)) },
    provides: {
      storedFile: (app) => (disk, path) => storageOf(app).disk(disk).bytes(path),
      uploads:
        (app) =>
        (file, { disk, directory, name }) =>
          storageOf(app).disk(disk).putFileAs(directory, file, name),
    },
    traces: [filesUsed],
    health: (app) => ({ storage: () => storageOf(app).driver(app.config.storage.default).check() }),
    apply(app) {
      const runtime = storageOf(app);
      runtime.serve();
      app.hooks.start.tapPromise('storage', () => runtime.tidy());
      app.hooks.shutdown.tap('storage', () => runtime.close());
    },
  });
