import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { interleave } from './interleave.js';
import { toRows } from './rows.js';

/**
 * @typedef {object} BootVariant
 * @property {string} name
 * @property {URL} main The script, which writes a line with `listens on <url>` once it does.
 * @property {Readonly<Record<string, string>>} [env]
 * @property {string} [against] The variant it is compared with.
 * @property {RegExp} shows What `GET /` must answer.
 *
 * @typedef {object} Boot
 * @property {number} wall Milliseconds by the clock, from starting node until the first reply has arrived.
 * @property {number} cpu Milliseconds of CPU time of the process until then.
 */

const tellUsage = new URL('../boot/tell-usage.js', import.meta.url).href;
const env = { PATH: process.env.PATH, NODE_ENV: 'production', APP_ENV: 'production', PORT: '0' };

/** The address in what a server writes; rejects when it ends without one. */
const addressIn = async (/** @type {NodeJS.ReadableStream} */ output) => {
  for await (const line of createInterface({ input: output })) {
    const url = /listens on (http:[^\s"]+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('It ended before it listened.');
};

const ask = async (/** @type {string} */ url) => {
  const [reply] = await once(get(url, { agent: false }), 'response');
  return text(reply);
};

/** @returns {Promise<Boot>} */
const measure = async (/** @type {BootVariant} */ { name, main, env: own, shows }) => {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', tellUsage, fileURLToPath(main)], {
    env: { ...env, ...own },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('A pipe was asked for.');
  try {
    const reply = await ask(await addressIn(stdout));
    const wall = performance.now() - began;
    if (!shows.test(reply)) throw new Error(`${name} answered ${reply}`);
    child.send('usage');
    const [{ user, system }] = await once(child, 'message');
    return { wall, cpu: (user + system) / 1000 };
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
};

/**
 * Compares servers by what it takes from starting node to the first reply, each alone; by the clock, and as CPU time. What
 * an earlier run leaves behind for later ones is there when it counts.
 * @param {readonly BootVariant[]} variants
 * @param {{ readonly rounds: number }} effort
 */
export const compareBoots = async (variants, { rounds }) => {
  await interleave(variants, 2, measure);
  const boots = await interleave(variants, rounds, measure);
  const figures = (/** @type {keyof Boot} */ of, /** @type {string} */ suffix) =>
    new Map(
      [...boots].map(([{ name, against }, taken]) => {
        const variant = { name: name + suffix, ...(against === undefined ? {} : { against: against + suffix }) };
        return [variant, taken.map((boot) => boot[of])];
      }),
    );
  return [...toRows(figures('wall', ''), 'ms'), ...toRows(figures('cpu', ', CPU time'), 'ms CPU')];
};
