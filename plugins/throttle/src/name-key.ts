/**
 * One key for all spellings of a name that a database may treat as equal: letter case, accents, spaces at the ends, wide and
 * invisible characters. Collations treat even more letters as equal, so count by address as well.
 * @example limiter.attempt(`login:${nameKey(email)}`, limit.perMinutes(15, 5));
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '');
