import assert from 'node:assert/strict';
import type { Config } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';
import { type TestApplication, type TestApplicationOptions, testApplication } from '../application/test-application.ts';

/** The parts that are needed to check a plugin. */
export interface PluginCheckOptions extends Pick<TestApplicationOptions, 'config' | 'env' | 'basePath'> {
  /** The plugins next to it, including those that it requires; created again for each application. */
  readonly beside?: () => readonly AnyPlugin[];
  /**
   * Uses the plugin after its application is open. Everything that it holds then must be gone when the application
   * closes.
   */
  readonly use?: (app: TestApplication) => void | Promise<void>;
}

export type MakePlugin = () => AnyPlugin;

/** The plugin that is checked, and applications of it. */
export class PluginSubject {
  readonly make: MakePlugin;
  readonly options: PluginCheckOptions;
  readonly #globals = new Set(Object.getOwnPropertyNames(globalThis));

  constructor(make: MakePlugin, options: PluginCheckOptions) {
    this.make = make;
    this.options = options;
  }

  get beside(): readonly AnyPlugin[] {
    return this.options.beside?.() ?? [];
  }

  /** An application of these plugins; configuration of others than these is left out. */
  boot(plugins: readonly AnyPlugin[], config: Config = {}): Promise<TestApplication> {
    const { beside: _beside, use: _use, ...options } = this.options;
    const files = new Set(['app', ...plugins.flatMap((plugin) => Object.keys(plugin.config ?? {}))]);
    const given = Object.entries({ ...options.config, ...config }).filter(([file]) => files.has(file));
    return testApplication({ ...options, config: Object.fromEntries(given), plugins });
  }

  /** Names of globals that were not there before any application of the plugin. */
  newGlobals(): string[] {
    return Object.getOwnPropertyNames(globalThis).filter((name) => !this.#globals.has(name));
  }

  async close(app: TestApplication): Promise<void> {
    const failures = await app.close();
    assert.ok(failures.length === 0, `close() of its application fails: ${failures.join(', ')}`);
  }

  /** Boots an application of these plugins for some work, and closes it even when that fails. */
  async during(plugins: readonly AnyPlugin[], work: (app: TestApplication) => void | Promise<void>): Promise<void> {
    const app = await this.boot(plugins);
    try {
      await work(app);
    } finally {
      await this.close(app);
    }
  }

  /** Opens, uses and closes an application of the plugin. */
  async liveThrough(app: TestApplication): Promise<void> {
    try {
      await app.open();
      await this.options.use?.(app);
    } finally {
      await this.close(app);
    }
    assert.ok(app.reports.length === 0, `it reports errors though nothing was wrong: ${app.reports.join(', ')}`);
  }
}
