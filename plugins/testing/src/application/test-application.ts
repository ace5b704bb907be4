import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, type Config, type FacadesHandle, type SetupOptions, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';

/** The parts of a test application. All are optional. */
export interface TestApplicationOptions extends SetupOptions {
  /** Plugins of the application; none by default. */
  readonly plugins?: readonly AnyPlugin[];
  /** The argument of `withConfig()`. Default: the defaults of all plugins. */
  readonly config?: Config;
  /** The facades to bind, as for `setup()`; none by default. */
  readonly handle?: FacadesHandle | null;
  /** Runs at the time of `withCallback()`, before the application is frozen. Register routes, limiters and taps here. */
  readonly register?: (app: Application) => unknown;
}

/** A booted application that closes itself: `await using app = await testApplication({ plugins: [audit()] })`. */
export type TestApplication = Application &
  AsyncDisposable & {
    /** Errors that the application reported, in order. They are not written to standard error. */
    readonly reports: readonly unknown[];
  };

/** Protects nothing: tests alone use it. */
const testKey = 'tPq8Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM';

/**
 * Boots an application with `APP_ENV` testing and a free port. Without `basePath` it gets an empty folder, which is deleted at the end, and an `APP_KEY`. The
 * end of the block with `await using` closes it, and rejects with the errors of closing.
 */
export const testApplication = async (options: TestApplicationOptions = {}): Promise<TestApplication> => {
  const { plugins = [], config = {}, handle = null, register, env } = options;
  const basePath = options.basePath ?? realpathSync(mkdtempSync(join(tmpdir(), 'taproot-test-')));
  const reports: unknown[] = [];
  const removeFolder = (): void => {
    if (options.basePath === undefined) rmSync(basePath, { recursive: true, force: true });
  };
  // The first plugin, so that it sees every report and closes last.
  const testing = definePlugin({
    name: 'testing',
    apply(app) {
      app.hooks.report.tap('testing', (error) => void reports.push(error));
      app.hooks.shutdown.tap('testing', removeFolder);
    },
  });
  const builder = setup(handle, {
    basePath,
    // A folder of the caller may have .env.testing.
    env: { APP_ENV: 'testing', PORT: '0', ...(options.basePath === undefined ? { APP_KEY: testKey } : {}), ...env },
  })
    .withPlugins([testing, ...plugins])
    .withConfig(config)
    .withCallback(async (app) => void (await register?.(app)));
  try {
    const app = await builder.create();
    const dispose = async (): Promise<void> => {
      const failures = await app.close();
      if (failures.length > 0) throw new AggregateError(failures, 'The application did not close cleanly.');
    };
    return Object.assign(app, { reports, [Symbol.asyncDispose]: dispose });
  } catch (error) {
    removeFolder();
    throw error;
  }
};
