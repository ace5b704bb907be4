import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Application } from '@taproot/core';
import { workScopeOf } from '@taproot/core/internal';
import { channels, type TracedWork, type TraceEvent } from '@taproot/core/plugin';
import { cutText, maskText } from '@taproot/masking';
import { maskFields } from '@taproot/routing/pages';
import type { Recording } from './recording.ts';
import type { RulesOfField } from './step.ts';
import { type Place, watchChannel } from './watch-channel.ts';

/** The most characters of a statement that are kept. */
const longestSql = 4000;
/** The most characters of a name or of facts from a plugin. */
const longestDetail = 500;

/** Returns a function that finds the plugin of a middleware by its signature: `throttle` for `throttle:api`. */
const pluginOf = (app: Application): ((signature: string) => string) => {
  const plugins = new Set(app.plugins.map(({ name }) => name));
  return (signature) => {
    const [name = ''] = /^[\w-]+/.exec(signature) ?? [];
    return app.registry.middleware.get(name)?.plugin ?? (plugins.has(name) ? name : 'app');
  };
};

const textsOf = (rules: unknown): string[] =>
  [rules].flat().flatMap((rule) => (typeof rule === 'string' ? rule.split('|') : []));

const rulesOf = (rules: Readonly<Record<string, unknown>>): RulesOfField[] =>
  Object.entries(rules).map(([field, own]) => ({ field, rules: textsOf(own) }));

/** Facts of a piece of work in a few words. */
const detailOf = (facts: Readonly<Record<string, unknown>>): string => {
  const shown = Object.entries(maskFields(facts) as object).map(([name, value]) => `${name} ${String(value)}`);
  return cutText(shown.join(', '), longestDetail);
};

/** Keeps entries of work without a request. */
export interface WorkEntries {
  begin(kind: string, name: string, requestId: string): Place;
  finish(recording: Recording, error: unknown): void;
}

/** Makes steps of the work that a plugin declares; entries of work without a request, which this application runs. */
const watchWork = <Event extends TraceEvent>(
  places: AsyncLocalStorage<Place | undefined>,
  { kind, channel, name, facts, async = false, passed }: TracedWork<Event>,
  { plugin, app, entries }: { readonly plugin: string; readonly app: Application; readonly entries: WorkEntries },
): (() => void) => {
  const shown = (event: Event): string => maskText(cutText(name(event), longestDetail));
  return watchChannel(places, channel, {
    async,
    begin: (event) => {
      const scope = workScopeOf(event);
      return scope?.app === app ? entries.begin(kind, shown(event), scope.origin.requestId) : undefined;
    },
    step: (event) => ({ kind, name: shown(event), plugin, detail: detailOf(facts?.(event) ?? {}) }),
    end: (event, step, recording) => {
      step.outcome = passed?.(event) ?? null;
      step.detail = detailOf(facts?.(event) ?? {});
      if (recording.isWork && step.parent === null) entries.finish(recording, event.error);
    },
  });
};

/** Makes steps of all work on the channels of the core and of plugins. Call the returned function to stop. */
export const subscribe = (
  app: Application,
  places: AsyncLocalStorage<Place | undefined>,
  entries: WorkEntries,
): (() => void) => {
  const owner = pluginOf(app);
  const ends = [
    watchChannel(places, channels.middleware, {
      step: ({ signature }) => ({ kind: 'middleware', name: signature, plugin: owner(signature), detail: '' }),
    }),
    watchChannel(places, channels.handler, {
      step: ({ route }) => ({
        kind: 'handler',
        name: route?.handler ?? 'no route',
        plugin: route === null ? 'routing' : 'app',
        detail: route?.place ?? '',
      }),
    }),
    watchChannel(places, channels.hook, {
      step: ({ hook, plugin }) => ({ kind: 'hook', name: hook, plugin, detail: '' }),
      end: ({ replaced }, step) => void (step.replaced = replaced),
    }),
    watchChannel(places, channels.validation, {
      step: ({ rules }) => ({
        kind: 'validation',
        name: Object.keys(rules).join(', '),
        plugin: 'validation',
        detail: '',
        rules: rulesOf(rules),
      }),
      end: ({ passed }, step) => void (step.outcome = passed),
    }),
    watchChannel(places, channels.query, {
      step: ({ connection, sql }) => ({
        kind: 'query',
        name: maskText(cutText(sql, longestSql)),
        plugin: 'database',
        detail: connection,
      }),
    }),
    watchChannel(places, channels.throttle, {
      step: ({ limiter }) => ({ kind: 'throttle', name: limiter, plugin: 'throttle', detail: '' }),
      end: ({ allowed }, step) => void (step.outcome = allowed),
    }),
    watchChannel(places, channels.gate, {
      step: ({ ability }) => ({ kind: 'gate', name: ability, plugin: 'auth', detail: '' }),
      end: ({ allowed }, step) => void (step.outcome = allowed),
    }),
  ];
  for (const { name: plugin, traces = [] } of app.plugins)
    for (const work of traces) ends.push(work.open((one) => watchWork(places, one, { plugin, app, entries })));
  return () => {
    for (const end of ends) end();
  };
};
