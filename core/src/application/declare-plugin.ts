import type { ConfigStore } from '../config/config-store.ts';
import type { HealthCheck, LongestWait } from '../contracts/contributions.ts';
import type { Figure } from '../contracts/figures.ts';
import { blame, blameStep } from '../errors/blame.ts';
import { errors } from '../errors/errors.ts';
import type { Place } from '../errors/frames.ts';
import { describeValue } from '../errors/thrown.ts';
import type { HookTable } from '../hooks/any-hook.ts';
import type { HookTables } from '../hooks/hook-table.ts';
import { Stage } from '../hooks/stage.ts';
import { followRequests } from '../trace/origin.ts';
import type { Application } from './application.ts';
import type { AnyPlugin, MakeDriver, Step, StepRun } from './plugin.ts';
import type { Contribution, MakeRequestMethod, MakeResponseMethod } from './registry.ts';

type Make = Contribution['make'];

const entries = <Value>(contributions: object | undefined): [string, Value][] => Object.entries(contributions ?? {});

/** Runs a function of a plugin's definition. If it throws, the error names the plugin and the key. */
const blamed = <Value>(plugin: string, key: string, run: () => Value): Value => {
  try {
    return run();
  } catch (error) {
    throw blame(plugin, key, error);
  }
};

/** Declares the configuration files of a plugin, with their defaults, and the settings that it was given. */
export const declareConfig = (store: ConfigStore, { name, config, options }: AnyPlugin): void => {
  for (const [file, defaults] of entries<unknown>(config))
    blamed(name, `config.${file}`, () => store.declare(name, file, defaults));
  for (const [file, values] of entries<unknown>(options)) store.give(name, file, values);
};

/** Collects what the declarative keys of a plugin contribute. The configuration is complete by then. */
export const registerPlugin = (app: Application, tables: HookTables, plugin: AnyPlugin): void => {
  const { registry } = app;
  const {
    name,
    facades,
    middleware,
    globalMiddleware,
    request,
    response,
    hooks,
    drivers,
    provides,
    traces = [],
  } = plugin;
  for (const [facade, make] of entries<Make>(facades)) registry.facade(name, facade, make);
  for (const [factory, make] of entries<Make>(middleware)) registry.middlewareFactory(name, factory, make);
  for (const [method, make] of entries<MakeRequestMethod>(request)) registry.requestMethod(name, method, make);
  for (const [method, make] of entries<MakeResponseMethod>(response)) registry.responseMethod(name, method, make);
  for (const [driver, make] of entries<MakeDriver>(drivers)) registry.driver(name, driver, make);
  for (const [key, make] of entries<Make>(provides)) registry.provider(name, key, make);
  if (globalMiddleware !== undefined)
    registry.globalMiddleware.push({
      plugin: name,
      make: (owner) => blamed(name, 'globalMiddleware', () => globalMiddleware(owner)),
    });
  if (traces.some((work) => work.open(({ root = false }) => root))) {
    const unfollow = followRequests();
    app.hooks.shutdown.tap({ name, stage: Stage.last }, unfollow);
  }
  for (const [owner, make] of entries<(app: Application) => HookTable>(hooks))
    blamed(name, `hooks.${owner}`, () => tables.define(name, owner, make(app)));
};

/** Collects the health checks, the queues and the figures of a plugin. Facades exist by then. */
export const registerWatches = (app: Application, { name, health, waits, figures }: AnyPlugin): void => {
  const checks = health === undefined ? {} : blamed(name, 'health', () => health(app));
  for (const [check, ask] of entries<HealthCheck>(checks)) app.registry.healthCheck(name, check, ask);
  const queues = waits === undefined ? {} : blamed(name, 'waits', () => waits(app));
  for (const [queue, wait] of entries<LongestWait>(queues)) app.registry.queue(name, queue, wait);
  const known = figures === undefined ? {} : blamed(name, 'figures', () => figures(app));
  for (const [metric, figure] of entries<Figure>(known)) app.registry.figure(name, metric, figure);
};

/**
 * Throws for an argument of a builder step that is not a function. A common mistake is to call the function: `withRouting(web())`.
 *
 * @throws E_STEP_ARGUMENT
 */
export const checkCallback = (step: string, callback: unknown): void => {
  if (typeof callback !== 'function') throw errors.E_STEP_ARGUMENT({ step, actual: describeValue(callback) });
};

/** One call of a builder step in the chain. */
export interface StepCall {
  readonly plugin: string;
  /** The name of the step: `withRouting`. */
  readonly name: string;
  readonly step: Step;
  readonly args: readonly unknown[];
  /** The line of the call. */
  readonly place: Place;
}

/** Taps the boot hook with one call of a builder step, at the step's stage. An error names the step. */
export const declareStep = (app: Application, { plugin, name, step, args, place }: StepCall): void => {
  const { stage, run } = typeof step === 'function' ? { stage: Stage.steps, run: step } : step;
  const call = run as (app: Application, ...args: readonly unknown[]) => ReturnType<StepRun>;
  app.hooks.boot.tapPromise({ name: plugin, stage }, async () => {
    try {
      await call(app, ...args);
    } catch (error) {
      throw blameStep(name, error, place);
    }
  });
};
