/** A pattern of the whole numbers without sign, leading zeros left out, that are at most this one. */
export const upTo = (most: string): string => {
  const shorter = most.length > 1 ? [`\\d{1,${most.length - 1}}`] : [];
  const alternatives = most.split('').flatMap((digit, at) => {
    const left = most.length - at - 1;
    const highest = Number(digit) - (left === 0 ? 0 : 1);
    if (highest < 0) return [];
    const digits = left === 0 ? '' : left === 1 ? '\\d' : `\\d{${left}}`;
    return [`${most.slice(0, at)}${highest === 0 ? '0' : `[0-${highest}]`}${digits}`];
  });
  return [...shorter, ...alternatives].join('|');
};

// As long as a numeral may be, blanks included.
const inLength = '(?=.{1,1000}$)';
const safe = `0*(?:${upTo(String(Number.MAX_SAFE_INTEGER))})`;

/** Patterns of whole numbers as strings. `safe` ones can be given as a number. */
export const integerPatterns = {
  integer: { any: `^${inLength} *[+-]?\\d+ *$`, safe: `^${inLength} *[+-]?${safe} *$` },
  natural: { any: `^${inLength} *(?:\\+?\\d+|-0+) *$`, safe: `^${inLength} *(?:\\+?${safe}|-0+) *$` },
} as const;
