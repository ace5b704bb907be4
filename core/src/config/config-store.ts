import { errors } from '../errors/errors.ts';
import { isPromise } from '../later.ts';
import { lookupTable } from '../names/lookup-table.ts';
import { didYouMean } from '../names/nearest.ts';
import type { AllSettings, Config } from './define-config.ts';
import type { Env } from './env.ts';
import { below, frozenCopy, joinDefaults, mergeConfig } from './merge-config.ts';
import { isSchema, judgeConfig, overlay } from './schema-config.ts';

const emptyTable = (): AllSettings => lookupTable((file) => errors.E_CONFIG_MISSING({ file }));

/** The configuration before any file is declared: every file is `E_CONFIG_MISSING`. */
export const noConfig: AllSettings = Object.freeze(emptyTable());

/** Collects the configuration: plugins declare files with defaults, and the values of the application override them. */
export class ConfigStore {
  readonly env: Env;
  readonly #files = new Map<string, unknown>();
  /** The first plugin that declared a file. */
  readonly #declarers = new Map<string, string>();
  /** Which plugin gave a key its default. */
  readonly #owners = new Map<string, string>();
  /** Settings that plugins were given as an argument. */
  readonly #options: { readonly plugin: string; readonly file: string; readonly values: unknown }[] = [];

  constructor(env: Env) {
    this.env = env;
  }

  /**
   * Declares the file `name` with its defaults, or by a schema. A second plugin may add keys to it, if it has no schema.
   *
   * @throws E_CONFIG_DUPLICATE when it gives a key a default that has one, or when a schema judges the file.
   */
  declare(plugin: string, name: string, defaults: unknown): void {
    const values: unknown = typeof defaults === 'function' && !isSchema(defaults) ? defaults(this.env) : defaults;
    const before = this.#files.get(name);
    const first = this.#declarers.get(name) ?? plugin;
    if (before !== undefined && (isSchema(before) || isSchema(values)))
      throw errors.E_CONFIG_DUPLICATE({ path: name, first, second: plugin });
    this.#declarers.set(name, first);
    for (const key of isSchema(values) ? [] : Object.keys(Object(values) as object)) {
      const path = `${name}.${key}`;
      const owner = this.#owners.get(path) ?? plugin;
      if (owner !== plugin) throw errors.E_CONFIG_DUPLICATE({ path, first: owner, second: plugin });
      this.#owners.set(path, plugin);
    }
    this.#files.set(name, before === undefined ? values : joinDefaults(Object(before), Object(values)));
  }

  /** Adds settings that the function of a plugin was given; they win over the values of the application. */
  give(plugin: string, file: string, values: unknown): void {
    if (values !== undefined) this.#options.push({ plugin, file, values });
  }

  /**
   * The finished configuration, frozen: the defaults, over them the values of the application, and over both the arguments of
   * plugins. Any other file throws `E_CONFIG_MISSING`. A promise only if the schema of a file gives one.
   */
  resolve(authored: Config): AllSettings | Promise<AllSettings> {
    for (const name of [...Object.keys(authored), ...this.#options.map(({ file }) => file)]) {
      if (!this.#files.has(name))
        throw errors.E_CONFIG_UNKNOWN_FILE({ file: name, hint: didYouMean(name, this.#files.keys()) });
    }
    const config = emptyTable();
    const waits: Promise<void>[] = [];
    for (const [name, defaults] of this.#files) {
      const file: unknown = authored[name as keyof AllSettings];
      const values: unknown = typeof file === 'function' ? file(this.env) : file;
      const keep = (whole: unknown): void => void Object.assign(config, { [name]: frozenCopy(whole) });
      const whole = this.#whole(name, defaults, values);
      if (isPromise(whole)) waits.push(whole.then(keep));
      else keep(whole);
    }
    return waits.length === 0 ? Object.freeze(config) : Promise.all(waits).then(() => Object.freeze(config));
  }

  /** One file: its defaults, over them the values of the application, over both the arguments of plugins. */
  #whole(name: string, defaults: unknown, values: unknown): unknown {
    const given = this.#options.filter(({ file }) => file === name);
    if (!isSchema(defaults))
      return given.reduce(
        (merged, one) => mergeConfig(name, defaults, one.values, merged, `${one.plugin}()`),
        mergeConfig(name, defaults, values),
      );
    const whole = given.reduce((merged, one) => overlay(merged, one.values), overlay({}, values));
    const placeOf = (keys: readonly PropertyKey[]): string => {
      const giver = given.findLast((one) => keys.length > 0 && below(one.values, keys) !== undefined);
      return giver === undefined ? `config/${name}.ts` : `${giver.plugin}()`;
    };
    return judgeConfig(defaults, { file: name, values: whole, placeOf });
  }
}
