/** A line of a file, with the line before it and a mark below the column: what compilers show. Lines count from 1. */
export const codeFrame = (source: string, line: number, column: number): string => {
  const lines = source.split('\n');
  const width = String(line).length;
  const show = (number: number, mark: string): string[] => {
    const text = lines[number - 1]?.trimEnd();
    return text === undefined ? [] : [`  ${mark} ${String(number).padStart(width)} | ${text}`.trimEnd()];
  };
  const pointer = `    ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`;
  return [...show(line - 1, ' '), ...show(line, '>'), pointer].join('\n');
};
