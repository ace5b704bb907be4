import { inspect } from 'node:util';
import { errors } from '../errors/errors.ts';
import { describeValue } from '../errors/thrown.ts';
import { isPromise } from '../later.ts';
import { nearest } from '../names/nearest.ts';
import { isTracedWork } from '../trace/traced-work.ts';
import type { AnyPlugin, PluginDefinition, Steps } from './plugin.ts';

type Shape =
  | 'a string'
  | 'a URL'
  | 'a list of names'
  | 'a list of what tracedWork() returns, with kinds such as mail or image-resize'
  | 'an object'
  | 'an object of functions'
  | 'a function';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isStep = (value: unknown): boolean =>
  typeof value === 'function' || (isObject(value) && 'run' in value && typeof value.run === 'function');

const shapes: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  'a string': (value) => typeof value === 'string' && value !== '',
  'a list of names': (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  'an object': isObject,
  'an object of functions': (value) => isObject(value) && Object.values(value).every(isStep),
  'a URL': (value) => value instanceof URL,
  'a list of what tracedWork() returns, with kinds such as mail or image-resize': (value) =>
    Array.isArray(value) && value.every(isTracedWork),
  'a function': (value) => typeof value === 'function',
};

/** The keys of a plugin that the core reads. Plugins may declare and read further keys; the console reads `commands`. */
const keys: Readonly<Record<Exclude<keyof PluginDefinition<Steps>, 'commands'>, Shape>> = {
  name: 'a string',
  requires: 'a list of names',
  after: 'a list of names',
  config: 'an object',
  options: 'an object',
  facades: 'an object of functions',
  middleware: 'an object of functions',
  globalMiddleware: 'a function',
  locales: 'a function',
  declares: 'a function',
  health: 'a function',
  waits: 'a function',
  figures: 'a function',
  request: 'an object of functions',
  response: 'an object of functions',
  steps: 'an object of functions',
  hooks: 'an object of functions',
  drivers: 'an object of functions',
  provides: 'an object of functions',
  facts: 'a function',
  package: 'a URL',
  traces: 'a list of what tracedWork() returns, with kinds such as mail or image-resize',
  apply: 'a function',
};

const knownKeys = [...Object.keys(keys), 'commands'];

const isClass = (value: unknown): boolean => typeof value === 'function' && /^class\b/.test(String(value));

/** Names that other frameworks use for `apply`, and keys that were renamed. Plugins may declare any other key for themselves. */
const misnomers: ReadonlyMap<string, string> = new Map([
  ['boot', 'apply'],
  ['register', 'apply'],
  ['install', 'apply'],
  ['lang', 'locales'],
]);

const adviceFor = (value: unknown): string => {
  if (isClass(value)) return 'A plugin is no class: export const audit = () => definePlugin({ name: "audit", ... })';
  if (typeof value === 'function' && value.name !== '') return `Call it: ${value.name}()`;
  if (isPromise(value)) return 'Await it first';
  if (Array.isArray(value)) return 'Spread it into the list: ...plugins';
  if (value === undefined || value === null)
    return 'Check what it is imported from: nothing of that name is exported there';
  if (typeof value === 'string')
    return 'Import the function of the plugin and call it, for example routing() of @taproot/routing';
  return 'Give what definePlugin({ name: "audit", ... }) returns';
};

const invalid = (problem: string, advice: string): Error => errors.E_PLUGIN_INVALID({ problem, advice });

/** Throws `E_PLUGIN_INVALID` for a misspelt key, or a value of the wrong kind. */
export const checkPlugin = (plugin: AnyPlugin, place = ''): void => {
  const { name } = plugin;
  if (!shapes['a string'](name))
    throw invalid(
      `${place === '' ? 'it' : `the object${place}`} has ${name === undefined ? 'no name' : `the name ${inspect(name)}`}`,
      'Give it one: definePlugin({ name: "audit", ... })',
    );
  for (const [key, value] of Object.entries(plugin)) {
    if (value === undefined || key.startsWith('~')) continue;
    const shape = Object.hasOwn(keys, key) ? keys[key as keyof typeof keys] : undefined;
    const near = shape === undefined && !knownKeys.includes(key) ? nearest(key, knownKeys, 1) : null;
    const right = misnomers.get(key) ?? near;
    if (right !== null) throw invalid(`"${name}" has the unknown key "${key}"`, `Rename it to "${right}"`);
    if (shape !== undefined && !shapes[shape](value))
      throw invalid(`"${key}" of "${name}" is ${describeValue(value)}`, `Give ${shape}`);
  }
};

/**
 *
 * @throws E_PLUGIN_INVALID for anything but a list of plugins: a single plugin, a function that was not called, a promise.
 */
export const checkPlugins = (plugins: unknown): void => {
  if (!Array.isArray(plugins)) {
    const fix =
      isObject(plugins) && !isPromise(plugins)
        ? 'Put it into a list: withPlugins([routing()])'
        : 'Give a list of plugins: withPlugins([routing()])';
    throw invalid(`withPlugins() got ${describeValue(plugins)} in place of a list`, fix);
  }
  // `forEach()` would skip the holes of a list.
  for (const [index, plugin] of [...plugins].entries() as IterableIterator<[number, unknown]>) {
    if (isObject(plugin) && !isPromise(plugin)) checkPlugin(plugin as AnyPlugin, ` at index ${index} of withPlugins()`);
    else throw invalid(`withPlugins() got ${describeValue(plugin)} at index ${index} of its list`, adviceFor(plugin));
  }
};
