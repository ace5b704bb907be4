import { blameStep } from '../errors/blame.ts';
import type { Place } from '../errors/frames.ts';
import { type AnyPlugin, Stage, type Step, type StepRun } from '../plugin/plugin.ts';
import type { Contribution, MakeRequestMethod, ProviderKey } from '../plugin/registry.ts';
import type { Application } from './application.ts';

type Make = Contribution['make'];

const providerKeys: readonly ProviderKey[] = ['presence', 'rows', 'sources'];

const entries = <Value>(contributions: object | undefined): [string, Value][] => Object.entries(contributions ?? {});

/** Turns the declarative keys of a plugin into taps under its name, so that order and interceptors hold for them too. */
export const declarePlugin = (app: Application, plugin: AnyPlugin): void => {
  const { name, config, renamed, facades, middleware, request } = plugin;
  if (config !== undefined || renamed !== undefined) {
    app.hooks.configure.tap(name, (store) => {
      store.rename(renamed ?? {});
      for (const [file, defaults] of entries<unknown>(config)) store.declare(name, file, defaults);
    });
  }
  const provided = providerKeys.filter((key) => plugin[key] !== undefined);
  if (facades !== undefined || middleware !== undefined || request !== undefined || provided.length > 0) {
    app.hooks.register.tap(name, (registry) => {
      for (const [facade, make] of entries<Make>(facades)) registry.facade(name, facade, make);
      for (const [factory, make] of entries<Make>(middleware)) registry.middlewareFactory(name, factory, make);
      for (const [method, make] of entries<MakeRequestMethod>(request)) registry.requestMethod(name, method, make);
      for (const key of provided) registry.provider(name, key);
    });
  }
};

/** One call of a builder step, as the author wrote it in the chain. */
export interface StepCall {
  readonly plugin: string;
  /** The name of the step: `withRouting`. */
  readonly name: string;
  readonly step: Step;
  readonly args: readonly unknown[];
  /** The line of the call. */
  readonly place: Place;
}

/** Taps the boot hook with one call of a builder step, at the stage the step names; a failing one is told by its name. */
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
