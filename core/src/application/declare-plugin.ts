import { type AnyPlugin, Stage, type Step, type StepRun } from '../plugin/plugin.ts';
import type { Registry } from '../plugin/registry.ts';
import type { Application } from './application.ts';

type Make = (app: Application) => unknown;
type RequestMethod = Parameters<Registry['requestMethod']>[2];

const entries = <Value>(contributions: object | undefined): [string, Value][] => Object.entries(contributions ?? {});

/** Turns the declarative keys of a plugin into taps under its name, so that order and interceptors hold for them too. */
export const declarePlugin = (app: Application, plugin: AnyPlugin): void => {
  const { name, config, facades, middleware, request } = plugin;
  if (config !== undefined) {
    app.hooks.configure.tap(name, (store) => {
      for (const [file, defaults] of entries<unknown>(config)) store.declare(file, defaults);
    });
  }
  if (facades !== undefined || middleware !== undefined || request !== undefined) {
    app.hooks.register.tap(name, (registry) => {
      for (const [facade, make] of entries<Make>(facades)) registry.facade(name, facade, make);
      for (const [factory, make] of entries<Make>(middleware)) registry.middlewareFactory(name, factory, make);
      for (const [method, make] of entries<RequestMethod>(request)) registry.requestMethod(name, method, make);
    });
  }
};

/** Taps the boot hook with one call of a builder step, at the stage the step names. */
export const declareStep = (app: Application, plugin: string, step: Step, args: readonly unknown[]): void => {
  const { stage, run } = typeof step === 'function' ? { stage: Stage.steps, run: step } : step;
  const call = run as (app: Application, ...args: readonly unknown[]) => ReturnType<StepRun>;
  app.hooks.boot.tapPromise({ name: plugin, stage }, async () => call(app, ...args));
};
