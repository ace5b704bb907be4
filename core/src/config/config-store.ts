import { errors } from '../errors/errors.ts';
import { lookupTable } from '../names/lookup-table.ts';
import { didYouMean } from '../names/nearest.ts';
import type { AllSettings, Config } from './define-config.ts';
import type { Env } from './env.ts';
import { frozenCopy, joinDefaults, mergeConfig } from './merge-config.ts';

const emptyTable = (): AllSettings => lookupTable((file) => errors.E_CONFIG_MISSING({ file }));

/** The configuration before any file is declared: every file is `E_CONFIG_MISSING`. */
export const noConfig: AllSettings = Object.freeze(emptyTable());

/** Collects the configuration: plugins declare files with defaults, and the values of the application override them. */
export class ConfigStore {
  readonly env: Env;
  readonly #files = new Map<string, unknown>();
  /** Which plugin gave a key its default. */
  readonly #owners = new Map<string, string>();
  /** Settings that plugins were given as an argument. */
  readonly #options: { readonly plugin: string; readonly file: string; readonly values: unknown }[] = [];

  constructor(env: Env) {
    this.env = env;
  }

  /**
   * Declares the file `name` with its defaults. A second plugin may add keys to it.
   *
   * @throws E_CONFIG_DUPLICATE when it gives a key a default that has one.
   */
  declare(plugin: string, name: string, defaults: unknown): void {
    const values: unknown = typeof defaults === 'function' ? defaults(this.env) : defaults;
    for (const key of Object.keys(Object(values) as object)) {
      const path = `${name}.${key}`;
      const first = this.#owners.get(path) ?? plugin;
      if (first !== plugin) throw errors.E_CONFIG_DUPLICATE({ path, first, second: plugin });
      this.#owners.set(path, plugin);
    }
    const before = this.#files.get(name);
    this.#files.set(name, before === undefined ? values : joinDefaults(Object(before), Object(values)));
  }

  /** Adds settings that the function of a plugin was given; they win over the values of the application. */
  give(plugin: string, file: string, values: unknown): void {
    if (values !== undefined) this.#options.push({ plugin, file, values });
  }

  /**
   * The finished configuration, frozen: the defaults, over them the values of the application, and over both the arguments of
   * plugins. Any other file throws `E_CONFIG_MISSING`.
   */
  resolve(authored: Config): AllSettings {
    for (const name of [...Object.keys(authored), ...this.#options.map(({ file }) => file)]) {
      if (!this.#files.has(name))
        throw errors.E_CONFIG_UNKNOWN_FILE({ file: name, hint: didYouMean(name, this.#files.keys()) });
    }
    const config = emptyTable();
    for (const [name, defaults] of this.#files) {
      const file: unknown = authored[name as keyof AllSettings];
      const values: unknown = typeof file === 'function' ? file(this.env) : file;
      let merged = mergeConfig(name, defaults, values);
      for (const given of this.#options)
        if (given.file === name) merged = mergeConfig(name, defaults, given.values, merged, `${given.plugin}()`);
      Object.assign(config, { [name]: frozenCopy(merged) });
    }
    return Object.freeze(config);
  }
}
