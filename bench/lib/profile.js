import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).href;

const fileName = (/** @type {string} */ name) => `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}.cpuprofile`;

/** Flags with which node writes a CPU profile when it ends. */
export const profileFlags = (/** @type {string} */ folder, /** @type {string} */ name) => [
  '--cpu-prof',
  '--cpu-prof-interval=500',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${fileName(name)}`,
];

/**
 * What is used of a profile as V8 writes it.
 * @typedef {{ readonly functionName: string, readonly url: string, readonly lineNumber: number }} Frame
 * @typedef {{ readonly id: number, readonly callFrame: Frame }} ProfileNode
 * @typedef {{ readonly nodes: readonly ProfileNode[], readonly samples: readonly number[] }} Profile
 */

// Whatever lies in no file of ours is Node, V8 or the kernel.
const label = (/** @type {Frame} */ { functionName, url, lineNumber }) =>
  url.startsWith(root) ? `${functionName || '(anonymous)'} ${url.slice(root.length)}:${lineNumber + 1}` : 'Node';

/** How often each label was sampled while the server was not idle. */
const count = (/** @type {Profile} */ { nodes, samples }) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const hits = new Map();
  for (const sample of samples) {
    const frame = frames.get(sample);
    if (frame === undefined || frame.functionName === '(idle)') continue;
    hits.set(label(frame), (hits.get(label(frame)) ?? 0) + 1);
  }
  return hits;
};

/** The functions in which a profiled server spent its time, most first, each with its own share; Node is one of them. */
export const describeProfile = async (/** @type {string} */ folder, /** @type {string} */ name) => {
  const hits = count(JSON.parse(await readFile(join(folder, fileName(name)), 'utf8')));
  const busy = [...hits.values()].reduce((sum, hit) => sum + hit, 0);
  const lines = [...hits]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([place, hit]) => `${((hit / busy) * 100).toFixed(1).padStart(6)} %  ${place}`);
  return [name, ...lines].join('\n');
};
