import { type Application } from '@taproot/core';
import { describeHooks } from '@taproot/core/internal';
import type { AnyPlugin } from '@taproot/core/plugin';
import { installedPackage, type PackageManifest, readManifest } from './package-version.ts';

/** The output of `plugin:list` for one plugin. */
export interface PluginSummary {
  readonly name: string;
  /** Name and version of its package; null for a plugin of the application itself. */
  readonly package: { readonly name: string; readonly version: string } | null;
  readonly requires: readonly string[];
  readonly after: readonly string[];
  readonly facades: readonly string[];
  readonly middleware: readonly string[];
  readonly request: readonly string[];
  readonly config: readonly string[];
  readonly steps: readonly string[];
  readonly commands: readonly string[];
  /** Hooks it taps. */
  readonly hooks: readonly string[];
}

/** The package that the plugin names itself, or the package `@taproot/<name>` if the application depends on it. */
const packageOf = ({ name, package: manifest }: AnyPlugin, app: Application, own: PackageManifest | null) => {
  const ours = `@taproot/${name === 'app' ? 'core' : name}`;
  const isOurs = name === 'app' || ours in { ...own?.dependencies, ...own?.devDependencies };
  const found = manifest === undefined ? isOurs && installedPackage(app.basePath, ours) : readManifest(manifest);
  if (!found || found.version === undefined) return null;
  return { name: found.name ?? name, version: found.version };
};

const ownersOf = (contributed: ReadonlyMap<string, { readonly plugin: string }>, plugin: string): string[] =>
  [...contributed].filter(([, owner]) => owner.plugin === plugin).map(([name]) => name);

/** The plugins of an application in the order they are applied, with what each adds to it. */
export const summarizePlugins = async (app: Application): Promise<PluginSummary[]> => {
  const own = readManifest(app.path('package.json'));
  const hooks = describeHooks(app.hookTables);
  const { facades, middleware, requestMethods } = app.registry;
  const known = await app.facades.Console().commands();
  return Promise.all(
    app.plugins.map(async (plugin) => ({
      name: plugin.name,
      package: packageOf(plugin, app, own),
      requires: plugin.requires ?? [],
      after: plugin.after ?? [],
      facades: ownersOf(facades, plugin.name),
      middleware: ownersOf(middleware, plugin.name),
      request: ownersOf(requestMethods, plugin.name),
      config: Object.keys(plugin.config ?? {}),
      steps: Object.keys(plugin.steps ?? {}),
      commands: ((await plugin.commands?.())?.commands ?? []).map(({ path }) => path).filter((path) => known.has(path)),
      hooks: [...new Set(hooks.filter(({ taps }) => taps.some((tap) => tap.plugin === plugin.name)).map(hookName))],
    })),
  );
};

const hookName = ({ name, key }: { readonly name: string; readonly key: string | null }): string =>
  key === null ? name : `${name} ${key}`;
