// The load: runs on a core of its own, so that what it costs is not the servers'.
import autocannon from 'autocannon';
import { percentile } from './median.js';

/**
 * @typedef {object} Ask How an address is asked; a plain GET where nothing is said.
 * @property {'POST'} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} [connections] How many are kept busy; 32 if not given.
 *
 * @typedef {Ask & { readonly url: string, readonly seconds: number }} LoadOrder
 *
 * @typedef {object} LoadResult
 * @property {number} requests Those answered.
 * @property {number} seconds
 * @property {number} p99 Milliseconds.
 */

/** Keeps connections busy, one request at a time on each, and tells the parent what came of it. */
const load = (/** @type {LoadOrder} */ { seconds, ...ask }) => {
  // autocannon's own histogram knows whole milliseconds only.
  /** @type {number[]} */
  const latencies = [];
  const options = { connections: 32, ...ask, pipelining: 1, duration: seconds, sampleInt: 100 };
  const run = autocannon(options, (error, { requests, duration, errors, non2xx }) => {
    if (error !== null || errors > 0 || non2xx > 0)
      throw new Error(`${ask.url}: ${errors} errors, ${non2xx} replies other than 2xx.`, { cause: error });
    process.send?.({ requests: requests.total, seconds: duration, p99: percentile(latencies, 0.99) });
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
};

process.on('message', load);
process.on('disconnect', () => process.exit());
