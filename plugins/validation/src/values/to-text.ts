/** A value as the text that rules compare: scalars only. Null for what has no text (null, absent, lists, maps, files). */
export const toText = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return null;
};
