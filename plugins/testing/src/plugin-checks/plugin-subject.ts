import assert from 'node:assert/strict';
import type { Config } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';
import { type TestApplication, type TestApplicationOptions, testApplication } from '../application/test-application.ts';

/** Options for the checks of a plugin. */
export interface PluginCheckOptions extends Pick<TestApplicationOptions, 'config' | 'env' | 'basePath'> {
  /** The other plugins of the application, including those that the plugin requires; created again for each application. */
  readonly beside?: () => readonly AnyPlugin[];
  /** Uses the plugin after its application is open. The plugin must release everything when the application closes. */
  readonly use?: (app: TestApplication) => void | Promise<void>;
}

export type MakePlugin = () => AnyPlugin;

/** The plugin to check, and applications with it. */
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

  /** Boots an application with these plugins, and only with their configuration. */
  boot(plugins: readonly AnyPlugin[], config: Config = {}): Promise<TestApplication> {
    const { beside: _beside, use: _use, ...options } = this.options;
    const files = new Set(['app', ...plugins.flatMap((plugin) => Object.keys(plugin.config ?? {}))]);
    const given = Object.entries({ ...options.config, ...config }).filter(([file]) => files.has(file));
    return testApplication({ ...options, config: Object.fromEntries(given), plugins });
  }

  /** Names of globals that did not exist before the first application of the plugin. */
  newGlobals(): string[] {
    return Object.getOwnPropertyNames(globalThis).filter((name) => !this.#globals.has(name));
  }

  async close(app: TestApplication): Promise<void> {
    const failures = await app.close();
    assert.ok(failures.length === 0, `close() of its application fails: ${failures.join(', ')}`);
  }

  /** Boots an application with these plugins, runs `work`, and closes the application even if `work` fails. */
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
