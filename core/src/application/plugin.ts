import type { ConfigFiles } from '../config/config-files.ts';
import type { AllSettings, Options } from '../config/define-config.ts';
import type { Env } from '../config/env.ts';
import type { ConfigSchema } from '../config/schema-config.ts';
import type {
  DeclaredNames,
  HealthCheck,
  LocaleMessages,
  LongestWait,
  PlacedMiddleware,
} from '../contracts/contributions.ts';
import type { Figure } from '../contracts/figures.ts';
import type { Provided } from '../contracts/provided.ts';
import type {
  MiddlewareFactories,
  PluginContributions,
  PluginHooks,
  RequestMethods,
  ResponseMethods,
} from '../extensions.ts';
import type { Context } from '../http/context.ts';
import type { HttpDriver } from '../http/driver.ts';
import type { AnyTracedWork } from '../trace/traced-work.ts';
import type { Application } from './application.ts';
import { checkPlugin } from './check-plugin.ts';
import type { Facades } from './facades.ts';

/** The function of a builder step. It gets the application and the arguments of the step. */
export type StepRun = (app: Application, ...args: never[]) => void | Promise<void>;

/** A builder step: its function, or with a stage of the boot hook (`Stage.steps` when left out). */
export type Step = StepRun | { readonly stage: number; readonly run: StepRun };

/** Builder steps of a plugin, by name: `{ withRules: (app, rules) => ... }`. */
export type Steps = Readonly<Record<string, Step>>;

/** Makes the driver of one application. */
export type MakeDriver = (app: Application) => HttpDriver | Promise<HttpDriver>;

type Callable = ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown);

/**
 * The value that a plugin provides for a facade: the object behind it. Provide a function if the facade takes arguments, as `Lang(ctx)`
 * does. If the object itself is a function, wrap it, because Taproot would call it: `Sql: () => () => sql`.
 */
type Made<Facade extends (...args: never[]) => unknown> =
  Parameters<Facade> extends [] ? (ReturnType<Facade> extends Callable ? Facade : ReturnType<Facade>) : Facade;

/** A configuration file: its defaults, or a schema that gives it. */
type Declared<File extends object> = File | ConfigSchema<File>;

/** The definition of a plugin. Only `name` is required. */
export interface PluginDefinition<S extends Steps> extends PluginContributions {
  /** Unique in an application; also the name of the plugin's taps. */
  readonly name: string;
  /** Plugins that must be present; they come before this one. */
  readonly requires?: readonly string[];
  /** Plugins that come before this one when they are present. */
  readonly after?: readonly string[];
  /**
   * Configuration files with a default for every setting, or a Standard Schema that judges the file and has its defaults. Write a function to
   * read the environment.
   */
  readonly config?: {
    readonly [Name in keyof AllSettings]?: Declared<AllSettings[Name]> | ((env: Env) => Declared<AllSettings[Name]>);
  };
  /**
   * Settings that the function of the plugin was given, by file: `export const mail = (options?: Options<'mail'>) =>
   * definePlugin({ ..., options: { mail: options } })`. They win over the files of the application.
   */
  readonly options?: { readonly [Name in keyof ConfigFiles]?: Options<Name> | undefined };
  /** Facades. Each is made at its first use, once for each application. */
  readonly facades?: { readonly [Name in keyof Facades]?: (app: Application) => Made<Facades[Name]> };
  /** Middleware factories for the application's `middleware` handle. Each is made at its first use. */
  readonly middleware?: {
    readonly [Name in keyof MiddlewareFactories]?: (app: Application) => MiddlewareFactories[Name];
  };
  /** Middleware around every request. `withMiddleware()` may still change it. */
  readonly globalMiddleware?: (app: Application) => readonly PlacedMiddleware[];
  /**
   * Messages for the locales of the application: a folder `<locale>/<group>.json`, or the messages by locale. The application's
   * language files win over them.
   */
  readonly locales?: () => URL | LocaleMessages;
  /** Names that the compiler can check, such as route names. `npx taproot types` calls this. */
  readonly declares?: (app: Application) => readonly DeclaredNames[] | Promise<readonly DeclaredNames[]>;
  /**
   * Health checks for the services that the plugin needs, by name: `health: (app) => ({ mail: (signal) =>
   * mailerOf(app).ping(signal) })`.
   */
  readonly health?: (app: Application) => Readonly<Record<string, HealthCheck>>;
  /**
   * The queues of the plugin, by name: `waits: (app) => ({ printer: () => printerOf(app).longestWait() })`. While work waits too long,
   * the server refuses requests at its door (`http.overload`), so that the queue stays short.
   */
  readonly waits?: (app: Application) => Readonly<Record<string, LongestWait>>;
  /**
   * Metrics of the plugin by name, read for each export, so that they cost a request nothing:
   * `figures: (app) => ({ 'shop.orders.open': { kind: 'sum', unit: '{order}', description: 'Orders that are open.', read: (observe) => observe(shopOf(app).open) } })`.
   */
  readonly figures?: (app: Application) => Readonly<Record<string, Figure>>;
  /** Methods added to `ctx.request()`. */
  readonly request?: {
    readonly [Name in keyof RequestMethods]?: (ctx: Context, app: Application) => RequestMethods[Name];
  };
  /** Methods added to `ctx.response()` and to `ctx.response().status(404)`. They get the status of the response. */
  readonly response?: {
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- filled by declaration merging
    readonly [Name in keyof ResponseMethods<number>]?: (
      ctx: Context,
      app: Application,
      status: number,
      // oxlint-disable-next-line typescript/no-generated-empty-object-type -- filled by declaration merging
    ) => ResponseMethods<number>[Name];
  };
  /** Builder steps: `steps: { withRules: (app, rules: Rule[]) => ... }` adds `.withRules(rules)`. */
  readonly steps?: S;
  /**
   * Hooks that other plugins tap, made once for each application, before `apply()` of any plugin:
   * `hooks: { mail: () => ({ sent: new SyncHook<[Mail]>(['mail']) }) }`. Read them with `app.hookTables.of('mail')`.
   */
  readonly hooks?: { readonly [Name in keyof PluginHooks]?: (app: Application) => PluginHooks[Name] };
  /**
   * HTTP engines by the name that `http.driver` selects them by. Taproot calls the function of the selected engine before the first
   * request, so import the engine in there: `{ uws: async (app) => (await import('../plugin/uws.ts')).uws(app) }`.
   */
  readonly drivers?: Readonly<Record<string, MakeDriver>>;
  /**
   * Values for other plugins. Each is made at its first use: `provides: { presence: (app) => new Presence(app) }`. Only one plugin of an
   * application may provide a name; null provides nothing.
   */
  readonly provides?: { readonly [Name in keyof Provided]?: (app: Application) => Provided[Name] | null };
  /** Further facts about a request for the debug page, by name, such as its user. Called for errors while `app.debug` is on. */
  readonly facts?: (ctx: Context) => Readonly<Record<string, unknown>>;
  /** The package.json of the plugin's package, for its version in listings: `new URL('../package.json', import.meta.url)`. */
  readonly package?: URL;
  /** The plugin's own tracing channels. Devtools and OpenTelemetry show them like the channels of the framework. */
  readonly traces?: readonly AnyTracedWork[];
  /** Taps hooks. Configuration is read and the facades exist when it is called; nothing has booted yet. */
  apply?(app: Application): void | Promise<void>;
}

/** Any plugin, whatever steps it adds. */
export interface AnyPlugin extends Readonly<PluginDefinition<Steps>> {
  /** Makes `withPlugins([audit])` a compile error where `audit()` is meant: a function also has a `name`, but it has `bind`, too. */
  readonly bind?: never;
}

/** A finished plugin. `S` carries its builder steps to the builder's type. */
export interface Plugin<S extends Steps = Steps> extends AnyPlugin {
  // Without this member, TypeScript would merge Plugin<A> and Plugin<B> in an array literal.
  /** Only for the compiler: the type of the builder steps. */
  readonly '~steps'?: (steps: S) => S;
}

/** The builder steps of a plugin that adds none. */
// oxlint-disable-next-line typescript/no-empty-object-type -- a plugin without steps adds none
export type NoSteps = {};

/**
 * Makes a plugin: `export const audit = () => definePlugin({ name: 'audit', ... })`.
 *
 * @throws E_PLUGIN_INVALID for a misspelt key, or a value of the wrong kind.
 */
export const definePlugin = <S extends Steps = NoSteps>(definition: PluginDefinition<S>): Plugin<S> => {
  checkPlugin(definition);
  return Object.freeze(definition);
};
