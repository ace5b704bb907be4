/** Rows of the same keys as a table of Markdown. */
export const table = (rows) => {
  if (rows.length === 0) return '';
  const heads = Object.keys(rows[0]);
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => String(row[head]).length)));
  const line = (cells) => `| ${cells.map((cell, place) => String(cell).padEnd(widths[place])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(heads), rule, ...rows.map((row) => line(heads.map((head) => row[head])))].join('\n');
};
