import { drawWaterfall } from './draw-waterfall.mjs';
import { escape, frame } from './picture-frame.mjs';

// A picture is a grid of boxes with arrows, as JSON: { title, text, columns, boxes, arrows, bands }. This draws it as SVG.
const boxWidth = 168;
const boxHeight = 56;
const gapX = 64;
const gapY = 44;
const margin = 28;

const left = ({ at: [column] }) => margin + column * (boxWidth + gapX);
const top = ({ at: [, row] }) => margin + row * (boxHeight + gapY);
const widthOf = ({ span = 1 }) => span * boxWidth + (span - 1) * gapX;
const middle = (box) => [left(box) + widthOf(box) / 2, top(box) + boxHeight / 2];

const drawBox = (box) => {
  const [x, y] = middle(box);
  const lines =
    box.note === undefined
      ? [[box.label, '', 5]]
      : [
          [box.label, '', -4],
          [box.note, ' class="note"', 15],
        ];
  const words = lines.map(([text, mark, dy]) => `<text x="${x}" y="${y + dy}"${mark}>${escape(text)}</text>`).join('');
  return `<rect class="box ${box.kind ?? ''}" x="${left(box)}" y="${top(box)}" width="${widthOf(box)}" height="${boxHeight}" rx="8"/>${words}`;
};

/** A frame around boxes, with its name in the upper left corner. */
const drawBand = ({ label, from, to }) => {
  const x = left({ at: from }) - 14;
  const y = top({ at: from }) - 24;
  const width = left({ at: to }) + boxWidth + 14 - x;
  const height = top({ at: to }) + boxHeight + 14 - y;
  return `<rect class="band" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/><text class="name" x="${x + 10}" y="${y + 16}">${escape(label)}</text>`;
};

/** Where an arrow leaves or meets a box: the middle of the side that faces the other box. */
const ends = (from, to) => {
  const [fromX, fromY] = middle(from);
  const [toX, toY] = middle(to);
  const apart = Math.abs(toX - fromX) > (widthOf(from) + widthOf(to)) / 2;
  if (apart) {
    const way = Math.sign(toX - fromX);
    return [fromX + (way * widthOf(from)) / 2, fromY, toX - (way * widthOf(to)) / 2, toY, 'across'];
  }
  const way = Math.sign(toY - fromY);
  const x = widthOf(from) > widthOf(to) ? toX : fromX;
  return [x, fromY + (way * boxHeight) / 2, x, toY - (way * boxHeight) / 2, 'down'];
};

const drawArrow = (boxes, { from, to, label, kind = '' }) => {
  const [x1, y1, x2, y2, way] = ends(boxes.get(from), boxes.get(to));
  const half = (x1 + x2) / 2;
  const path = y1 === y2 || way === 'down' ? `M${x1} ${y1}L${x2} ${y2}` : `M${x1} ${y1}H${half}V${y2}H${x2}`;
  const line = `<path class="arrow ${kind}" d="${path}" marker-end="url(#head)"/>`;
  if (label === undefined) return line;
  const [x, y, anchor] = way === 'down' ? [x1 + 8, (y1 + y2) / 2 + 4, 'start'] : [half, Math.min(y1, y2) - 7, 'middle'];
  return `${line}<text class="label ${anchor}" x="${x}" y="${y}">${escape(label)}</text>`;
};

/** The SVG of a picture, or of a trace. Its text is the description that screen readers get. */
export const drawPicture = (picture) => {
  if ('spans' in picture) return drawWaterfall(picture);
  const { boxes, arrows = [], bands = [] } = picture;
  const byId = new Map(boxes.map((box) => [box.id ?? box.label, box]));
  const width = Math.max(...boxes.map((box) => left(box) + widthOf(box))) + margin;
  const height = Math.max(...boxes.map((box) => top(box) + boxHeight)) + margin;
  const arrowHead = `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>`;
  const drawn = [...bands.map(drawBand), ...arrows.map((arrow) => drawArrow(byId, arrow)), ...boxes.map(drawBox)];
  return frame(picture, width, height, [arrowHead, ...drawn]);
};
