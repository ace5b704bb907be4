import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Application } from '@taproot/core';
import { channels, cutText, maskText } from '@taproot/core/plugin';
import { pluginOf } from './plugin-of.ts';
import type { RulesOfField } from './step.ts';
import { type Place, watchChannel } from './watch-channel.ts';

/** Characters of a statement that are kept. */
const longestSql = 4000;

const textsOf = (rules: unknown): string[] =>
  [rules].flat().flatMap((rule) => (typeof rule === 'string' ? rule.split('|') : []));

const rulesOf = (rules: Readonly<Record<string, unknown>>): RulesOfField[] =>
  Object.entries(rules).map(([field, own]) => ({ field, rules: textsOf(own) }));

/** Makes steps of all work on the channels of the core; the function ends that. */
export const subscribe = (app: Application, places: AsyncLocalStorage<Place | undefined>): (() => void) => {
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
    watchChannel(places, channels.limiter, {
      step: ({ limiter }) => ({ kind: 'limiter', name: limiter, plugin: 'throttle', detail: '' }),
      end: ({ allowed }, step) => void (step.outcome = allowed),
    }),
    watchChannel(places, channels.gate, {
      step: ({ ability }) => ({ kind: 'gate', name: ability, plugin: 'auth', detail: '' }),
      end: ({ allowed }, step) => void (step.outcome = allowed),
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};
