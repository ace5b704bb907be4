/**
 * One key for all spellings of a name that a database may take for the same: letter case, accents, blanks at the ends,
 * wide and invisible characters. Collations know more letters that are equal; count by address as well.
 *
 * @example limiter.attempt(`login:${nameKey(email)}`, limit.perMinutes(15, 5));
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '');
