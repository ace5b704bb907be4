import { escape, frame } from './picture-frame.mjs';

// A trace, as JSON: { title, text, spans: [{ name, depth, start, ms, kind }] }, in the order of its rows.
const rowHeight = 26;
const namesWidth = 330;
const barsWidth = 420;
const margin = 24;

const drawSpan = (whole, { name, depth, start, ms, kind = '' }, row) => {
  const y = margin + row * rowHeight;
  const x = margin + namesWidth + (start / whole) * barsWidth;
  const width = Math.max(2, (ms / whole) * barsWidth);
  const label = `<text class="start" x="${margin + depth * 14}" y="${y + 17}">${escape(name)}</text>`;
  const bar = `<rect class="box ${kind}" x="${x.toFixed(1)}" y="${y + 5}" width="${width.toFixed(1)}" height="${rowHeight - 10}" rx="3"/>`;
  const time = `<text class="label start" x="${margin + namesWidth + barsWidth + 12}" y="${y + 17}">${ms.toFixed(2)} ms</text>`;
  return label + bar + time;
};

/** The SVG of a trace: a row for each span, indented below the span it is part of, with a bar from its start to its end. */
export const drawWaterfall = (trace) => {
  const whole = Math.max(...trace.spans.map(({ start, ms }) => start + ms));
  const width = margin * 2 + namesWidth + barsWidth + 80;
  const height = margin * 2 + trace.spans.length * rowHeight;
  return frame(
    trace,
    width,
    height,
    trace.spans.map((span, row) => drawSpan(whole, span, row)),
  );
};
