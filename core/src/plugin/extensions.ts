import type { Application } from '../application/application.ts';

// Interfaces that plugins and applications add to by declaration merging: `declare module '@taproot/core' { ... }`.

/** Every facade, by name. Plugins add theirs by declaration merging: `interface Facades { Route(): Router }`. */
export interface Facades {
  /** The application itself: its configuration, environment, folder and plugins. */
  App(): Application;
}

/** Every middleware factory of the handle, by name. Plugins merge theirs: `throttle(name: string): Middleware`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface MiddlewareFactories {}

/** Further keys of a plugin, for example `commands`. The plugin that reads a key merges it. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface PluginContributions {}

/**
 * The tables and columns of the application, for plugins that take their names. A database plugin merges its own
 * declarations: `interface DatabaseNames { tables: Tables }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface DatabaseNames {}
