/**
 * A text without blanks (U+0020) at its ends. Not `trim()`: a line break, a tab or a byte order mark within a number or a yes
 * ends up in headers, logs and lines of CSV.
 */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
};
