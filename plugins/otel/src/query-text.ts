// Strings of SQL, `'it''s'`, those of PostgreSQL, `E'it\'s'` and between dollars, and numbers that a column is compared with. One
// that does not end is one to the end: looking for its end again behind each quote would take long.
const literals =
  /\bE'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|\$(\w{0,63})\$[^]*?(?:\$\1\$|$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/gi;
// MySQL reads double quotes as strings, too, and backslashes inside.
const literalsOfMysql = /'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|"(?:[^"\\]|""|\\[^])*(?:"|\\?$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/g;

/**
 * The text of a statement with `?` in place of its literals. Values are bound as a rule, and never in the text; an author who
 * writes one into a statement may have written a password.
 */
export const queryText = (sql: string, driver: string): string =>
  sql.replaceAll(driver === 'mysql' ? literalsOfMysql : literals, '?');
