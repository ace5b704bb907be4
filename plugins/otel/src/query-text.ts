// Strings of SQL (`'it''s'`), strings of PostgreSQL (`E'it\'s'`, and between dollars), and numbers that follow a
// comparison. A string without an end extends to the end of the text: to search its end again after each quote would be
// slow.
const literals =
  /\bE'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|\$(\w{0,63})\$[^]*?(?:\$\1\$|$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/gi;
// MySQL reads double quotes as strings, too, and backslashes inside.
const literalsOfMysql = /'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|"(?:[^"\\]|""|\\[^])*(?:"|\\?$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/g;

/**
 * The text of a statement with `?` instead of its literals. Values are usually bound, but a statement written by hand
 * may contain a password.
 */
export const queryText = (sql: string, driver: string): string =>
  sql.replaceAll(driver === 'mysql' ? literalsOfMysql : literals, '?');
