// Real path: a value that many requests need and that is kept already, such as the figures of a page: 1,000 keys, each
// found in the memory of the process.
import { cache } from '@taproot/cache';
import { createFacades, setup } from '@taproot/core';
import { BentoCache, bentostore } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import { compareFunctions } from '../lib/compare-functions.js';

export const about = 'A hit of remember() in memory over 1,000 keys, beside bare bentocache and a Map by hand';

const keys = Array.from({ length: 1000 }, (_, organisation) => `statistics:${organisation}`);
const hour = 3_600_000;
const tagged = keys.map((key) => `tagged:${key}`);
const options = /** @type {const} */ ({ grace: '1h', tags: ['statistics'] });

const make = () => {
  if (isFilled) throw new Error('A value that is kept was made again.');
  return { open: 17, answered: 4, closed: 1203 };
};
let isFilled = false;

/** @typedef {(key: string) => Promise<{ open: number }>} Get */

/** What one writes without a library: a time beside the value, and one maker for all callers. @returns {Get} */
const byHand = () => {
  /** @type {Map<string, { until: number, value: Promise<{ open: number }> }>} */
  const kept = new Map();
  return async (key) => {
    const found = kept.get(key);
    if (found !== undefined && found.until > Date.now()) return found.value;
    const value = Promise.resolve(make());
    kept.set(key, { until: Date.now() + hour, value });
    return value;
  };
};

/** With the limits of cache(). */
const bento = () =>
  new BentoCache({
    default: 'values',
    stores: { values: bentostore().useL1Layer(memoryDriver({ maxItems: 10_000, maxSize: 64 * 1024 * 1024 })) },
  });

/** @returns {Get} */
const bareBento = () => {
  const values = bento();
  return (key) => values.getOrSet({ key, ttl: hour, factory: make });
};

/** @returns {Get} */
const bareBentoWithOptions = () => {
  const values = bento();
  return (key) => values.getOrSet({ key, ttl: hour, grace: 2 * hour, tags: ['statistics'], factory: make });
};

const boot = async () => {
  const app = await setup(createFacades(), { basePath: new URL('.', import.meta.url) })
    .withPlugins([cache()])
    .withConfig({ cache: { store: 'memory' } })
    .create();
  await app.open();
  return app;
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  const app = await boot();
  const values = app.facades.Cache();
  /** @type {readonly { name: string, against?: string | readonly string[], get: Get, from?: readonly string[] }[]} */
  const getters = [
    { name: 'a Map by hand', get: byHand() },
    { name: 'bentocache', get: bareBento() },
    { name: 'Taproot', against: ['bentocache', 'a Map by hand'], get: (key) => values.remember(key, '1h', make) },
    { name: 'grace and tags: bentocache', get: bareBentoWithOptions(), from: tagged },
    {
      name: 'grace and tags: Taproot',
      against: 'grace and tags: bentocache',
      get: (key) => values.remember(key, '1h', make, options),
      from: tagged,
    },
  ];
  isFilled = false;
  for (const { get, from = keys } of getters) for (const key of from) await get(key);
  isFilled = true;
  try {
    return await compareFunctions(
      getters.map(({ get, from = keys, ...variant }) => ({
        ...variant,
        call: (/** @type {number} */ call) => get(from[call % from.length] ?? ''),
      })),
      functions,
    );
  } finally {
    await app.close();
  }
};
