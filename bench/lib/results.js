import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { toTable } from './table.js';

const folder = new URL('../results/', import.meta.url);
const readme = new URL('../README.md', import.meta.url);

/**
 * What is kept of a run of one case.
 * @typedef {object} Result
 * @property {string} name
 * @property {string} about
 * @property {string} date
 * @property {string} node
 * @property {string} cpu
 * @property {boolean} pinned
 * @property {Record<string, string>} peers Versions of what it was compared with and loaded by.
 * @property {readonly import('./rows.js').Row[]} rows
 */

/** The versions of what Taproot is compared with and loaded by. @returns {Promise<Record<string, string>>} */
const peerVersions = async () =>
  JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).dependencies;

/** The same, as text. */
export const describePeers = async () =>
  Object.entries(await peerVersions())
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

/** Writes a result to results/<case>.json. */
export const writeResult = async (/** @type {Pick<Result, 'name' | 'about' | 'pinned' | 'rows'>} */ measured) => {
  const { name, about, pinned, rows } = measured;
  const peers = await peerVersions();
  const machine = { node: process.version, cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}` };
  /** @type {Result} */
  const result = { name, about, date: new Date().toISOString(), ...machine, pinned, peers, rows };
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
};

/** @returns {Promise<Result | null>} */
const readResult = async (/** @type {string} */ name) => {
  const text = await readFile(new URL(`${name}.json`, folder), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
};

const begin = '<!-- figures -->';
const end = '<!-- /figures -->';

/** Puts the table of the last results of these cases into README.md, so that it cannot differ from them. */
export const updateReadme = async (/** @type {readonly string[]} */ names) => {
  const results = (await Promise.all(names.map(readResult))).filter((result) => result !== null);
  const runs = results.map(({ name, date, node, cpu, pinned }) => {
    return `- ${name}: ${date.slice(0, 10)}, Node ${node}, ${cpu}${pinned ? '' : ', not pinned'}`;
  });
  const text = await readFile(readme, 'utf8');
  const figures = [begin, '', toTable(results), '', ...runs, '', `With ${await describePeers()}.`, '', end].join('\n');
  await writeFile(readme, text.slice(0, text.indexOf(begin)) + figures + text.slice(text.indexOf(end) + end.length));
};
