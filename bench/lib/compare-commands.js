import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { interleave } from './interleave.js';
import { toRows } from './rows.js';

/**
 * @typedef {object} CommandVariant
 * @property {string} name
 * @property {readonly string[]} args What node is given.
 * @property {string | URL} cwd
 * @property {string} [against] The variant it is compared with.
 * @property {RegExp} [shows] What it must write, or it has not done its work.
 */

const env = { PATH: process.env.PATH, NODE_ENV: 'production', APP_ENV: 'production' };

/** Milliseconds by the clock that a process takes from start to end: what somebody waits for. */
const measure = async (/** @type {CommandVariant} */ { name, args, cwd, shows }) => {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const taken = performance.now() - began;
  if (code !== 0 || shows?.test(written) === false)
    throw new Error(`${name} ended with ${code}, or did not write what it should.`);
  return taken;
};

/**
 * Compares whole processes, from start to end; each runs by itself. What an earlier run leaves behind for later ones is
 * there when it counts.
 * @param {readonly CommandVariant[]} variants
 * @param {{ readonly rounds: number }} effort
 */
export const compareCommands = async (variants, { rounds }) => {
  await interleave(variants, 2, measure);
  return toRows(await interleave(variants, rounds, measure), 'ms');
};
