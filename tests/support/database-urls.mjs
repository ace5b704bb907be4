/** Where tests find PostgreSQL. */
export const pgsqlUrl = process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test';

/** Where tests find MariaDB or MySQL. */
export const mysqlUrl = process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test';
