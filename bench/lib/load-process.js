// The load: runs on a core of its own, so that what it costs is not the servers'.
import autocannon from 'autocannon';
import { percentile } from './median.js';

/**
 * @typedef {object} Ask How an address is asked; a plain GET where nothing is said.
 * @property {'POST'} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} [connections] How many are kept busy; 32 if not given.
 * @property {readonly string[]} [cookies] Those of many visitors, each of whom asks in turn.
 *
 * @typedef {Ask & { readonly url: string, readonly seconds: number }} LoadOrder
 *
 * @typedef {object} LoadResult
 * @property {number} requests Those answered.
 * @property {number} seconds
 * @property {number} p99 Milliseconds.
 */

/** Keeps connections busy, one request at a time on each, and tells the parent what came of it. */
const load = (/** @type {LoadOrder} */ { seconds, cookies = [], ...ask }) => {
  // autocannon's own histogram knows whole milliseconds only.
  /** @type {number[]} */
  const latencies = [];
  const connections = ask.connections ?? 32;
  let opened = 0;
  /** Each connection begins with another visitor: no visitor asks twice before all others have. */
  const setupClient = (/** @type {import('autocannon').Client} */ client) => {
    const first = Math.floor((opened++ * cookies.length) / connections);
    const turns = [...cookies.slice(first), ...cookies.slice(0, first)];
    client.setRequests(turns.map((cookie) => ({ headers: { ...ask.headers, Cookie: cookie } })));
  };
  const many = cookies.length === 0 ? {} : { setupClient };
  // On a busy machine a reply may wait for longer than the ten seconds of autocannon.
  const options = { ...ask, ...many, connections, pipelining: 1, duration: seconds, sampleInt: 100, timeout: 60 };
  const run = autocannon(options, (error, { requests, duration, errors, non2xx }) => {
    if (error !== null || errors > 0 || non2xx > 0)
      throw new Error(`${ask.url}: ${errors} errors, ${non2xx} replies other than 2xx.`, { cause: error });
    process.send?.({ requests: requests.total, seconds: duration, p99: percentile(latencies, 0.99) });
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
};

process.on('message', load);
process.on('disconnect', () => process.exit());
