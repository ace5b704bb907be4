// Control characters, line and paragraph separators, and what turns the direction of writing (U+202E shows gpj.exe).
const unseen = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** The name a client gave its file, as data to show: base name only, nothing invisible; empty when nothing is left. */
export const clientName = (sent: string): string => {
  const base = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const name = base.replaceAll(unseen, '').trim();
  return name === '.' || name === '..' ? '' : name;
};
