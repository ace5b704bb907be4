import type { Env } from '../env.ts';
import { errors } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import type { Config, ConfigFiles } from './config-files.ts';
import { deepFreeze, mergeConfig } from './merge-config.ts';

/** The configuration while it is put together: plugins declare files with defaults, then the author's come over them. */
export class ConfigStore {
  readonly env: Env;
  readonly #files = new Map<string, unknown>();

  constructor(env: Env) {
    this.env = env;
  }

  /** Declares the file `name` with its defaults; more defaults for a declared file are merged over the first. */
  declare(name: string, defaults: unknown): void {
    const values: unknown = typeof defaults === 'function' ? defaults(this.env) : defaults;
    this.#files.set(name, { ...(this.#files.get(name) as object | undefined), ...(values as object) });
  }

  /** The finished configuration: defaults under the author's values, frozen. */
  resolve(authored: Config): ConfigFiles {
    for (const name of Object.keys(authored)) {
      if (!this.#files.has(name))
        throw errors.E_CONFIG_UNKNOWN_FILE({ file: name, hint: didYouMean(name, this.#files.keys()) });
    }
    const resolved: Record<string, unknown> = {};
    for (const [name, defaults] of this.#files) {
      const file: unknown = authored[name as keyof ConfigFiles];
      resolved[name] = mergeConfig(name, defaults, typeof file === 'function' ? file(this.env) : file);
    }
    return deepFreeze(resolved) as unknown as ConfigFiles;
  }
}
