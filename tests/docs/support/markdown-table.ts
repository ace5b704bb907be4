/** The rows of every table of a page whose header begins with `first`, cell by cell. */
export const tableRows = (markdown: string, first: string): string[][] => {
  const rows: string[][] = [];
  let within = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) within = false;
    else if (cells[0] === first) within = true;
    else if (within && !/^-+$/.test(cells[0] ?? '')) rows.push(cells);
  }
  return rows;
};

/** What stands in the code spans of a cell. */
export const codeOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
