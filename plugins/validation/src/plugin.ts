import { type Application } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { translatorOf } from '@taproot/lang';
import { checkConfig, validationDefaults } from './config.ts';
import type { CustomFilter } from './filters/filter.ts';
import { requestMethods } from './form/request-methods.ts';
import type { CustomRule } from './rules/custom-rule.ts';
import type { RuleDefinition } from './rules/definition.ts';
import { systemResolver } from './rules/hosts.ts';
import { createValidationHooks, Validation, type ValidationHooks } from './validation.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Validation outside requests: `await facades.Validation().make(null, data, rules)`. */
    Validation(): Validation;
  }
  interface Provided {
    /** The rules that the application adds, for tools that describe them. */
    ownRules: () => readonly RuleDefinition[];
  }
  interface PluginHooks {
    /** Hooks of validation. */
    validation: ValidationHooks;
  }
}

type Listed<Item> = readonly Item[] | (() => readonly Item[]);

const listed = <Item>(items: Listed<Item>): readonly Item[] => (typeof items === 'function' ? items() : items);

const createValidation = (app: Application): Validation => {
  const { max_fields: fields, max_failures: failures, timeout } = app.config.validation;
  return new Validation({
    sources: app.provided('sources'),
    limits: { fields, failures },
    timeout,
    services: { now: Date.now, presence: app.provided('presence'), resolver: systemResolver },
    translator: translatorOf(app),
    hooks: app.hookTables.of('validation'),
    localeOf: (ctx) => app.currentLocale(ctx),
  });
};

/**
 * Validation: `ctx.request().validated(rules)`, form requests, `facades.Validation()`, rules and filters of your own by
 * `withRules()` and `withFilters()`. Settings are in config/validation.ts.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/validation`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), validation()])
 */
export const validation = (options?: Options<'validation'>) =>
  definePlugin({
    name: 'validation',
    after: ['lang', 'database'],
    config: { validation: validationDefaults },
    options: { validation: options },
    locales: () => new URL('../lang/', import.meta.url),
    commands: () => import('./commands/index.ts'),
    facades: { Validation: createValidation },
    hooks: { validation: createValidationHooks },
    request: requestMethods,
    provides: { ownRules: (app) => () => app.facades.Validation().ownRules() },
    steps: {
      /** Registers rules: `.withRules([new Uppercase()])`, or the function that lists them. */
      withRules: (app: Application, rules: Listed<CustomRule | RuleDefinition>) =>
        app.facades.Validation().addRules(listed(rules)),
      /** Registers filters: `.withFilters([new Slug()])`, or the function that lists them. */
      withFilters: (app: Application, filters: Listed<CustomFilter>) =>
        app.facades.Validation().addFilters(listed(filters)),
    },
    apply: (app) => checkConfig(app.config.validation),
  });
