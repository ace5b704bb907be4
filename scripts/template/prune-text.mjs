/** The paths that a row of a table is about: what its first cell has between backticks. */
const subjectOf = (line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? null;

/** See prune-text.d.mts. */
export const pruneText = (path, text, { lines = [], paragraphs = [], isThere }) => {
  const missing = [
    ...lines.filter((part) => !text.includes(part)),
    ...paragraphs.filter((start) => !`\n\n${text}`.includes(`\n\n${start}`)),
  ];
  if (missing.length > 0)
    throw new Error(`${path} should hold ${JSON.stringify(missing)}; see scripts/template/parts.mjs`);
  return text
    .split('\n\n')
    .filter((paragraph) => !paragraphs.some((start) => paragraph.startsWith(start)))
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !lines.some((part) => line.includes(part)))
        .filter((line) => subjectOf(line) === null || isThere(subjectOf(line)))
        .join('\n'),
    )
    .join('\n\n')
    .replace(/\n*$/, '\n');
};
