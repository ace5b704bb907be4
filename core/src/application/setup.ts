import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppConfig } from '../config/config-files.ts';
import type { Config } from '../config/define-config.ts';
import type { Settings } from '../config/duration.ts';
import { durations } from '../config/duration.ts';
import { createEnv, readEnvFile } from '../config/env.ts';
import { orNull } from '../config/merge-config.ts';
import { packageFolder } from '../config/package-folder.ts';
import { errors } from '../errors/errors.ts';
import { callPlace } from '../errors/frames.ts';
import { Stage } from '../hooks/stage.ts';
import { didYouMean } from '../names/nearest.ts';
import { addedNames, whoAdds } from '../names/official.ts';
import { oldNode } from '../refuse-old-node.ts';
import { Application } from './application.ts';
import { checkPlugins } from './check-plugin.ts';
import { keepConfigOrigin, type VariableOrigin } from './config-origin.ts';
import { checkCallback, declareStep, type StepCall } from './declare-plugin.ts';
import { previousKeys, spareKey } from './derived-keys.ts';
import type { FacadesHandle } from './facades.ts';
import { orderPlugins } from './order-plugins.ts';
import { type AnyPlugin, definePlugin, type NoSteps, type Plugin, type Step } from './plugin.ts';

/** The parts of every application without plugins: the `app` configuration and the `App()` facade. */
export const corePlugin = definePlugin({
  name: 'app',
  config: {
    app: (env) => {
      const name = env('APP_ENV', 'production');
      const defaults: Settings<AppConfig> = {
        name: env('APP_NAME', 'Taproot'),
        env: name,
        debug: env('APP_DEBUG', name === 'development'),
        url: env('APP_URL', null),
        key: env('APP_KEY', null) ?? spareKey(),
        previous_keys: previousKeys(env('APP_PREVIOUS_KEYS', '')),
        locale: env('APP_LOCALE', 'en'),
        fallback_locale: env('APP_FALLBACK_LOCALE', 'en'),
        boot_timeout: 10,
        shutdown_timeout: 10,
        unhandled: 'exit',
      };
      return orNull(durations<AppConfig>(defaults, 'boot_timeout', 'shutdown_timeout'), 'url', 'key');
    },
  },
  facades: { App: (app) => app },
});

const nearestPackage = (module: string): string => {
  const folder = packageFolder(module);
  if (folder === null) throw errors.E_BASE_PATH({ module });
  return folder;
};

/**
 * The folder of an application: the given folder or, for a module (`import.meta.url`), the nearest folder above it with package.json.
 * Sources and compiled files in dist/ thus have the same folder.
 */
const resolveBasePath = (basePath: string | URL): string => {
  const given = String(basePath);
  if (!given.startsWith('file:')) return resolve(given);
  const path = fileURLToPath(given);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? nearestPackage(path) : path;
};

/** Options of `setup()`. */
export interface SetupOptions {
  /**
   * The folder of the application, as a path or a `file:` URL. The URL of a module (`import.meta.url`) stands for the nearest folder above
   * that module with a package.json. Default: the working directory.
   */
  readonly basePath?: string | URL;
  /** Variables that win over the process's environment and `.env`; for tests. With `APP_ENV: 'testing'` a file `.env.testing` is read in place of `.env`. */
  readonly env?: Readonly<Record<string, string>>;
}

type StepArguments<S> = S extends { readonly run: infer Run }
  ? StepArguments<Run>
  : S extends (app: Application, ...args: infer Arguments) => unknown
    ? Arguments
    : never;

// The type AnyPlugin[] does not say which steps its plugins have, so the builder offers none.
type KnownSteps<S> = string extends keyof S ? NoSteps : S;

type StepsOf<P> = (P extends Plugin<infer S> ? (steps: KnownSteps<S>) => void : never) extends (
  steps: infer All,
) => void
  ? All
  : never;

/** The builder: the core's own steps, and those of the plugins given to `withPlugins()`. */
export type Builder<S> = CoreSteps<S> & {
  readonly [Name in keyof S]: (...args: StepArguments<S[Name]>) => Builder<S>;
};

interface CoreSteps<S> {
  /** Adds plugins. The returned builder has their builder steps as methods. */
  withPlugins<const Plugins extends readonly AnyPlugin[]>(plugins: Plugins): Builder<S & StepsOf<Plugins[number]>>;
  /** The configuration of the application, over the defaults of plugins. A file that is given twice replaces the earlier one. */
  withConfig(config: Config): Builder<S>;
  /** Runs after routes are registered and before plugins boot; for limiters, gates and the like. */
  withCallback(callback: (app: Application) => void | Promise<void>): Builder<S>;
  /** Boots and freezes the application. If a plugin fails, it closes the application again and rejects with that error. */
  create(): Promise<Application>;
}

// An empty variable counts as unset. Docker Compose passes on empty variables, which must not hide those of `.env`.
const setVariables = (): NodeJS.Dict<string> =>
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));

const coreSteps = ['withPlugins', 'withConfig', 'withCallback', 'create'];

class ApplicationBuilder {
  readonly #handle: FacadesHandle | null;
  readonly #options: SetupOptions;
  readonly #plugins: AnyPlugin[] = [corePlugin];
  readonly #stepOwners = new Map<string, string>();
  readonly #calls: StepCall[] = [];
  #config: Config = {};

  constructor(handle: FacadesHandle | null, options: SetupOptions) {
    this.#handle = handle;
    this.#options = options;
  }

  withPlugins(plugins: readonly AnyPlugin[]): this {
    checkPlugins(plugins);
    for (const plugin of plugins) {
      this.#plugins.push(plugin);
      for (const [name, step] of Object.entries<Step>(plugin.steps ?? {})) this.#addStep(plugin.name, name, step);
    }
    return this;
  }

  withConfig(config: Config): this {
    this.#config = { ...this.#config, ...config };
    return this;
  }

  withCallback(callback: (app: Application) => void | Promise<void>): this {
    checkCallback('withCallback', callback);
    this.#calls.push({
      plugin: 'app',
      name: 'withCallback',
      step: { stage: Stage.callback, run: callback },
      args: [],
      place: callPlace(),
    });
    return this;
  }

  /** The builder steps of the plugins that were added so far. */
  steps(): Iterable<string> {
    return this.#stepOwners.keys();
  }

  async create(): Promise<Application> {
    const reason = oldNode(process.versions.node);
    if (reason !== null) throw errors.E_NODE_OLD({ reason });
    const { basePath = '.', env } = this.#options;
    const folder = resolveBasePath(basePath);
    const plugins = orderPlugins(this.#plugins);
    const set = setVariables();
    const written = readEnvFile(folder, env?.['APP_ENV'] ?? set['APP_ENV']);
    const variables = { ...written, ...set, ...env };
    const app = new Application({ basePath: folder, env: createEnv(variables), plugins, handle: this.#handle });
    const variable = (name: string): VariableOrigin | null => {
      if ((variables[name] ?? '') === '') return null;
      if (env?.[name] !== undefined) return 'setup';
      return set[name] === undefined ? '.env' : 'process';
    };
    keepConfigOrigin(app, { authored: this.#config, variable });
    // Steps of one stage run in plugin order, calls of one plugin in the order they were made.
    for (const { name } of plugins) {
      for (const call of this.#calls) if (call.plugin === name) declareStep(app, call);
    }
    return app.boot(this.#config);
  }

  #addStep(plugin: string, name: string, step: Step): void {
    // Other properties of the builder belong to the core.
    const first = this.#stepOwners.get(name) ?? (name in this ? corePlugin.name : undefined);
    // create() reports a plugin that is listed twice, with a clearer message.
    if (first === plugin) return;
    if (first !== undefined) throw errors.E_STEP_DUPLICATE({ step: name, first, second: plugin });
    this.#stepOwners.set(name, plugin);
    Object.defineProperty(this, name, {
      value: (...args: unknown[]) => {
        this.#calls.push({ plugin, name, step, args, place: callPlace() });
        return this;
      },
    });
  }
}

// Reports a step whose plugin is missing or is added later in the chain. The compiler reports it, too.
const unknownSteps = new Proxy(Object.prototype, {
  get: (target, name, receiver) => {
    if (typeof name === 'string' && name.startsWith('with')) {
      const known = [...coreSteps, ...(receiver instanceof ApplicationBuilder ? receiver.steps() : [])];
      throw errors.E_STEP_UNKNOWN({
        step: name,
        hint: didYouMean(name, known, addedNames('steps')),
        provider: whoAdds('steps', name) ?? 'the plugin that adds it',
        known: known.map((step) => `${step}()`).join(', '),
      });
    }
    return Reflect.get(target, name, receiver) as unknown;
  },
});
Object.setPrototypeOf(ApplicationBuilder.prototype, unknownSteps);

/**
 * Begins an application: `setup(handle, { basePath }).withPlugins([...]).withRouting(...).create()`. Without a handle, use `app.facades` to
 * reach the facades. The order of the steps in the chain does not matter.
 */
export const setup = (handle: FacadesHandle | null = null, options: SetupOptions = {}): Builder<NoSteps> =>
  new ApplicationBuilder(handle, options) as unknown as Builder<NoSteps>;
