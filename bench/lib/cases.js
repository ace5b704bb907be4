import { readdir } from 'node:fs/promises';

/**
 * One bench: a file under cases/, headed by the real path it stands for.
 * @typedef {object} Case
 * @property {string} about What is measured, in a line.
 * @property {(effort: Effort) => Promise<import('./rows.js').Row[]>} run
 *
 * How long to measure.
 * @typedef {object} Effort
 * @property {Parameters<typeof import('./compare-functions.js').compareFunctions>[1]} functions
 * @property {import('./compare-servers.js').ServerEffort} servers
 */

const folder = new URL('../cases/', import.meta.url);

/** The names of all cases, which are those of their files. */
export const caseNames = async () => (await readdir(folder)).map((file) => file.replace(/\.js$/, '')).sort();

/** @returns {Promise<Case>} */
export const loadCase = (/** @type {string} */ name) => import(new URL(`${name}.js`, folder).href);
