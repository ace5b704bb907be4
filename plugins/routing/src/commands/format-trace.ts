import { displayWidth, formatTable, printable, type Style } from '@taproot/console/command';
import type { Span } from './trace.ts';
import type { TracedRequest } from './trace-request.ts';

// The width without a terminal, and the largest width that makes bars easier to read.
const usualWidth = 100;
const longestBar = 80;
const shortestBar = 10;

const milliseconds = (time: number): string => time.toFixed(2);

const labelOf = ({ depth, name, plugin }: Span): string =>
  printable('  '.repeat(depth) + (plugin === null ? name : `${name} ${plugin}`));

/** The steps directly inside of the step at `index`. */
const within = (spans: readonly Span[], index: number): Span[] => {
  const depth = spans[index]?.depth ?? 0;
  const rest = spans.slice(index + 1);
  const end = rest.findIndex((span) => span.depth <= depth);
  return rest.slice(0, end === -1 ? undefined : end).filter((span) => span.depth === depth + 1);
};

/** A bar with one character for each part of the request's time: full while the step itself runs, light while a step inside of it runs. */
const barOf = (spans: readonly Span[], index: number, duration: number, cells: number, style: Style): string => {
  const span = spans[index];
  if (span === undefined) return '';
  const inner = within(spans, index);
  const covers = ({ start, end }: Span, time: number): boolean => start <= time && time < (end ?? duration);
  const check = style.yellow;
  const colors = {
    hook: style.magenta,
    middleware: style.cyan,
    handler: style.green,
    query: style.blue,
    validation: check,
    throttle: check,
    gate: check,
  };
  const cell = (position: number): string => {
    const time = ((position + 0.5) * duration) / cells;
    if (!covers(span, time)) return ' ';
    return inner.some((other) => covers(other, time)) ? '░' : '█';
  };
  const bar = Array.from({ length: cells }, (_, position) => cell(position)).join('');
  // The step is too short for its own character, so show at least its place.
  const mark = ' '.repeat(Math.min(cells - 1, Math.floor((span.start / duration) * cells))) + '▏';
  return (bar.trim() === '' ? mark : bar.trimEnd()).replace(/\S.*/, (text) => colors[span.kind](text));
};

const headline = ({ method, target, status, reason, duration, bytes, route }: TracedRequest, style: Style): string => {
  const color = status < 400 ? style.green : style.red;
  const matched = route === null ? 'no route' : `${route.path}${route.name === '' ? '' : ` ${route.name}`}`;
  const reply = color(printable(`${status} ${reason}`.trim()));
  const more = style.dim(printable(`${milliseconds(duration)} ms, ${bytes} bytes, ${matched}`));
  return `${style.bold(printable(`${method} ${target}`))}  ${reply}  ${more}`;
};

/** The lines of `hooks:trace`: a headline, then a waterfall of the steps, as wide as the terminal. */
export const formatTrace = (traced: TracedRequest, columns: number, style: Style): string[] => {
  const { spans, duration } = traced;
  const rows = spans.map((span) => [
    span.kind,
    labelOf(span),
    milliseconds(span.start),
    span.end === null ? '...' : milliseconds(span.end - span.start),
  ]);
  const header = ['STEP', 'NAME', 'START', 'TIME'];
  const widest = (column: number): number =>
    [header, ...rows].reduce((width, row) => Math.max(width, displayWidth(row[column] ?? '')), 0);
  const figures = [2, 3].map((column) => ({ column, width: widest(column) }));
  const aligned = [header, ...rows].map((row) =>
    row.map((cell, column) => cell.padStart(figures.find((figure) => figure.column === column)?.width ?? 0)),
  );
  const left = widest(0) + widest(1) + widest(2) + widest(3) + 8;
  const width = Number.isFinite(columns) ? columns : usualWidth;
  const cells = Math.min(longestBar, Math.max(shortestBar, width - left - 1));
  const [first = '', ...lines] = formatTable(
    aligned.map((row) => [...row.slice(0, 4), '']),
    [style.dim, undefined, style.dim],
  );
  const bars = spans.map((_, index) => barOf(spans, index, duration, cells, style));
  return [
    headline(traced, style),
    '',
    style.bold(first),
    ...lines.map((line, index) => `${line}  ${bars[index] ?? ''}`),
  ];
};
