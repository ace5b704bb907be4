import { interleave } from './interleave.js';
import { median } from './median.js';
import { PinnedProcess } from './pinned-process.js';
import { profileFlags } from './profile.js';
import { toRows } from './rows.js';

/**
 * @typedef {object} ServerVariant
 * @property {string} name
 * @property {string | readonly string[]} [against] The variants it is compared with.
 * @property {string} server Its script under servers/.
 * @property {readonly (string | number)[]} [args]
 * @property {string} path What is asked for.
 * @property {import('./load-process.js').Ask} [ask] How it is asked for; a plain GET if not given.
 * @property {string} [login] The path that gives the cookies with which it is asked.
 * @property {number} [visitors] How many log in and ask in turn; one if not given.
 * @property {string} body What must be answered: nobody is faster for doing less.
 * @property {(url: string) => Promise<void>} [inspect] Further tests of that, before it is measured.
 *
 * @typedef {object} Added The CPU time that a plugin adds: that of one server less that of another, in each round.
 * @property {string} name
 * @property {string} of The variant with the plugin.
 * @property {string} without The variant without it.
 * @property {string} [against] The addition it is compared with.
 *
 * @typedef {object} ServerEffort
 * @property {number} rounds
 * @property {number} seconds Of load on each server in each round, and before the first.
 * @property {{ readonly server: string | null, readonly load: string | null }} cores
 * @property {string | null} profiles Folder for the servers' CPU profiles.
 *
 * @typedef {object} Figures
 * @property {number} cpu Microseconds of CPU time of the server, for one request.
 * @property {number} throughput Requests in a second.
 * @property {number} p99 Milliseconds.
 * @property {number} busy Share of its core the server used; well below 1, it waited for the load.
 */

/** The cookies of a login, as a browser sends them back. */
const cookiesOf = async (/** @type {string} */ url) =>
  (await fetch(url)).headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Starts the server of a variant and sees that it answers what is expected; resolves to its process and address. */
const start = async (/** @type {ServerVariant} */ variant, /** @type {ServerEffort} */ { cores, profiles }) => {
  const { name, server, args = [], path, ask: given = {}, login, visitors = 1, body, inspect } = variant;
  const flags = profiles === null ? [] : profileFlags(profiles, name);
  const process = new PinnedProcess(`servers/${server}.js`, args.map(String), { core: cores.server, flags });
  const origin = `http://127.0.0.1:${String(await process.answer())}`;
  const url = `${origin}${path}`;
  const ask = login === undefined ? given : { headers: { Cookie: await cookiesOf(`${origin}${login}`) } };
  const reply = await fetch(url, ask);
  const text = await reply.text();
  if (reply.status !== 200 || text !== body) throw new Error(`${name} answered ${reply.status} ${text}, not ${body}.`);
  await inspect?.(url);
  if (login === undefined || visitors === 1) return { process, order: { url, ...ask } };
  const cookies = [];
  for (let one = 0; one < visitors; one++) cookies.push(await cookiesOf(`${origin}${login}`));
  return { process, order: { url, ...given, cookies } };
};

/** @typedef {Awaited<ReturnType<typeof start>>} Running */

/** Puts a server under load and reads its CPU time before and after. */
const measure = async (
  /** @type {Running} */ { process, order },
  /** @type {PinnedProcess} */ load,
  /** @type {number} */ seconds,
) => {
  const before = /** @type {NodeJS.CpuUsage} */ (await process.ask('usage'));
  const result = /** @type {import('./load-process.js').LoadResult} */ (await load.ask({ ...order, seconds }));
  const after = /** @type {NodeJS.CpuUsage} */ (await process.ask('usage'));
  const cpu = after.user + after.system - before.user - before.system;
  /** @type {Figures} */
  const figures = {
    cpu: cpu / result.requests,
    throughput: result.requests / result.seconds,
    p99: result.p99,
    busy: cpu / 1e6 / result.seconds,
  };
  return figures;
};

/** What stands beside the CPU time of a server. */
const beside = (/** @type {readonly Figures[]} */ rounds) => {
  const middle = (/** @type {keyof Figures} */ figure) => median(rounds.map((round) => round[figure]));
  return { throughput: middle('throughput'), p99: middle('p99'), busy: middle('busy') };
};

/** The rows of what was measured: CPU time for one request, the rest beside it. */
const rowsOf = (
  /** @type {ReadonlyMap<ServerVariant, readonly Figures[]>} */ figures,
  /** @type {readonly Added[]} */ added,
) => {
  const servers = [...figures].map(([variant, rounds]) => ({ variant, rounds: rounds.map((round) => round.cpu) }));
  const cpuOf = (/** @type {string} */ name) => servers.find(({ variant }) => variant.name === name)?.rounds ?? [];
  const differences = added.map((variant) => {
    const without = cpuOf(variant.without);
    return { variant, rounds: cpuOf(variant.of).map((cpu, round) => cpu - (without[round] ?? Number.NaN)) };
  });
  const cpu = new Map(
    [...servers, ...differences].map(({ variant: { name, against = [] }, rounds }) => [{ name, against }, rounds]),
  );
  const others = new Map([...figures].map(([{ name }, rounds]) => [name, beside(rounds)]));
  return toRows(cpu, 'us CPU').map((row) => {
    const more = others.get(row.variant);
    return more === undefined ? row : { ...row, more };
  });
};

/**
 * Compares whole servers: each in a process of its own, all on one core, the load on another.
 * @param {readonly ServerVariant[]} variants
 * @param {ServerEffort} effort
 * @param {readonly Added[]} [added]
 */
export const compareServers = async (variants, effort, added = []) => {
  const load = new PinnedProcess('lib/load-process.js', [], { core: effort.cores.load });
  /** @type {Map<ServerVariant, Running>} */
  const running = new Map();
  try {
    for (const variant of variants) running.set(variant, await start(variant, effort));
    const round = (/** @type {ServerVariant} */ variant) =>
      measure(/** @type {Running} */ (running.get(variant)), load, effort.seconds);
    await interleave(variants, 1, round);
    return rowsOf(await interleave(variants, effort.rounds, round), added);
  } finally {
    await Promise.all([load, ...[...running.values()].map(({ process }) => process)].map((one) => one.close()));
  }
};
