const positioned = /at position (\d+)/;

const faultOf = (json: string): string => {
  try {
    JSON.parse(json);
    return '';
  } catch (error) {
    return String(error);
  }
};

const isSpoilt = (beginning: string): boolean => faultOf(beginning).includes('Unexpected token');

/**
 * The line, from 1, on which a text stops being JSON; the last when it merely ends too soon. V8 tells the position of every
 * fault but a token out of place. No token of JSON spans lines, so that one is on the first line that spoils what precedes.
 */
export const faultyLine = (json: string): number => {
  const lines = json.trimEnd().split('\n');
  const position = positioned.exec(faultOf(json))?.[1];
  if (position !== undefined) return Math.min(lines.length, json.slice(0, Number(position)).split('\n').length);
  let low = 1;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSpoilt(lines.slice(0, middle).join('\n'))) high = middle;
    else low = middle + 1;
  }
  return low;
};
