import { errors } from '../errors/errors.ts';
import { didYouMean, nearest } from '../names/nearest.ts';
import { addedNames, whoAdds } from '../names/official.ts';
import type { AnyPlugin } from './plugin.ts';

type NamedPlugin = Pick<AnyPlugin, 'name' | 'requires' | 'after'>;

/**
 * Orders the plugins: each plugin comes after those that it lists in `requires` and `after`, otherwise in the order of the application.
 * @throws E_PLUGIN_DUPLICATE, E_PLUGIN_MISSING, or E_PLUGIN_CYCLE with the circle.
 */
export const orderPlugins = <P extends NamedPlugin>(plugins: readonly P[]): P[] => {
  const byName = new Map<string, P>();
  for (const plugin of plugins) {
    if (byName.has(plugin.name)) throw errors.E_PLUGIN_DUPLICATE({ plugin: plugin.name });
    byName.set(plugin.name, plugin);
  }
  const ordered = new Set<P>();
  const visit = (plugin: P, path: readonly string[]): void => {
    if (ordered.has(plugin)) return;
    if (path.includes(plugin.name)) {
      const cycle = [...path.slice(path.indexOf(plugin.name)), plugin.name].join(' -> ');
      throw errors.E_PLUGIN_CYCLE({ cycle });
    }
    const trail = [...path, plugin.name];
    for (const missing of plugin.requires ?? []) {
      if (byName.has(missing)) continue;
      const hint = didYouMean(missing, byName.keys(), addedNames('plugins'));
      const near = hint === '' ? null : nearest(missing, byName.keys());
      const add = `Add ${whoAdds('plugins', missing) ?? `"${missing}"`} to withPlugins() (bootstrap/plugins.ts), or remove "${plugin.name}"`;
      const advice = near === null ? add : `Write "${near}" in requires of "${plugin.name}"`;
      throw errors.E_PLUGIN_MISSING({ plugin: plugin.name, missing, hint, advice });
    }
    for (const name of [...(plugin.requires ?? []), ...(plugin.after ?? [])]) {
      const before = byName.get(name);
      if (before !== undefined) visit(before, trail);
    }
    ordered.add(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return [...ordered];
};
