const positioned = /at position (\d+)/;

/** The place where a text stops being JSON (counted from 1), and the reason. */
export interface FaultyPlace {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const faultOf = (json: string): string => {
  try {
    JSON.parse(json);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const isSpoilt = (beginning: string): boolean => faultOf(beginning).includes('Unexpected token');

/** The smallest number from `low` to `high` for which `holds` is true; `high` if it is true for none below. */
const first = (low: number, high: number, holds: (number: number) => boolean): number => {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

// Removes the position, or the text around a token, which V8 appends.
const reasonOf = (fault: string): string => fault.replace(/(?: in JSON)? at position [^]*$|, (?:\.\.\.)?"[^]*$/, '');

/**
 * The place of a JSON error. If the text only ends too early, that is the end of its last line. V8 gives the position of every error except
 * an unexpected token. For that error, this searches the first character that makes the text invalid.
 */
export const faultyPlace = (json: string): FaultyPlace => {
  const fault = faultOf(json);
  const reason = reasonOf(fault);
  const lines = json.trimEnd().split('\n');
  const position = positioned.exec(fault)?.[1];
  if (position !== undefined) {
    const before = json.slice(0, Number(position)).split('\n');
    const line = Math.min(lines.length, before.length);
    return {
      line,
      column: (line < before.length ? (lines[line - 1] ?? '') : (before.at(-1) ?? '')).length + 1,
      reason,
    };
  }
  const upTo = (line: number): string => lines.slice(0, line).join('\n');
  const line = first(1, lines.length, (number) => isSpoilt(upTo(number)));
  const start = line === 1 ? '' : `${upTo(line - 1)}\n`;
  const text = lines[line - 1] ?? '';
  return { line, column: first(1, text.length + 1, (column) => isSpoilt(start + text.slice(0, column))), reason };
};
