import { budgets } from '../budgets.js';

/** @typedef {import('./rows.js').Row} Row */

const number = (/** @type {number} */ value) =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });

const verdict = (/** @type {number | undefined} */ budget, /** @type {number | null} */ ratio) => {
  if (budget === undefined) return '';
  return `${budget} ${ratio !== null && ratio <= budget ? 'met' : 'MISSED'}`;
};

const beside = (/** @type {Row} */ { more, note, unit, value }) => {
  if (note !== undefined) return note;
  if (unit === 'ns') return `${number(1e9 / value)}/s`;
  if (more === undefined) return '';
  if (more['MB'] !== undefined)
    return `${number(more['MB'])} MB, ${number(more['instantiations'] ?? 0)} instantiations`;
  const { throughput = 0, p99 = 0, busy = 0 } = more;
  return `${number(throughput)} req/s, p99 ${number(p99)} ms, ${Math.round(busy * 100)} % busy`;
};

const head = ['case', 'variant', 'value', 'ratio', 'budget', 'beside it'];

const cells = (/** @type {string} */ name, /** @type {Row} */ row) => [
  name,
  row.variant,
  `${number(row.value)} ${row.unit}`,
  row.ratio === null ? '' : row.ratio < 0.1 ? row.ratio.toPrecision(2) : row.ratio.toFixed(2),
  verdict(budgets[name]?.[row.variant], row.ratio),
  beside(row),
];

/** The results as a table of Markdown, aligned for the eye. */
export const toTable = (/** @type {readonly { readonly name: string, readonly rows: readonly Row[] }[]} */ results) => {
  const lines = [head, ...results.flatMap(({ name, rows }) => rows.map((row) => cells(name, row)))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const join = (/** @type {readonly string[]} */ line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = '', ...rest] = lines.map(join);
  return [first, join(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
};
