// Real path: `tsc` on an application that has grown: 2,000 routes in 50 files, each with a map of rules for 8 fields.
// Beside it the same routes with maps that the compiler does not read: what the types of rules cost is the difference.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave } from '../lib/interleave.js';
import { writeRoutes } from '../lib/many-routes.js';
import { median } from '../lib/median.js';
import { toRows } from '../lib/rows.js';

export const about = 'The compiler on 2,000 routes with maps of 8 fields, and without reading them';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const untyped = 'maps that are not read';

const variants = [
  { name: untyped, folder: new URL('../node_modules/.types/untyped/', import.meta.url), typed: false },
  {
    name: '8 fields',
    folder: new URL('../node_modules/.types/typed/', import.meta.url),
    typed: true,
    against: untyped,
  },
];

/** What the compiler says of itself: seconds, kilobytes, instantiations. */
const figureOf = (/** @type {string} */ said, /** @type {string} */ name) =>
  Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(said)?.[1] ?? Number.NaN);

const compile = async (/** @type {URL} */ folder) => {
  const args = [compiler, '-p', fileURLToPath(folder), '--extendedDiagnostics'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return {
    milliseconds: figureOf(stdout, 'Total time') * 1000,
    MB: figureOf(stdout, 'Memory used') / 1000,
    instantiations: figureOf(stdout, 'Instantiations'),
  };
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions: { rounds } }) => {
  for (const { folder, typed } of variants) await writeRoutes(folder, { routes: 2000, typed });
  /** @type {Map<object, Awaited<ReturnType<typeof compile>>[]>} */
  const said = new Map(variants.map((variant) => [variant, []]));
  const taken = await interleave(variants, Math.min(rounds, 5), async (variant) => {
    const figures = await compile(variant.folder);
    said.get(variant)?.push(figures);
    return figures.milliseconds;
  });
  return toRows(taken, 'ms').map((row, i) => {
    const all = said.get(variants[i] ?? {}) ?? [];
    const more = {
      MB: median(all.map(({ MB }) => MB)),
      instantiations: median(all.map(({ instantiations }) => instantiations)),
    };
    return { ...row, more };
  });
};
