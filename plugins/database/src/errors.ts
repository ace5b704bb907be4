import { defineErrors } from '@taproot/core';

/** Errors of databases: configuration, connections, values, migrations. */
export const errors = defineErrors({
  // Configuration
  E_DATABASE_UNKNOWN: {
    message: 'There is no database connection "{connection}".{hint}',
    fix: 'Configure it in database.connections, or use one that is: {known}.',
  },
  E_DATABASE_SETTING: {
    message: '{setting} cannot be {value}.{hint}',
    fix: 'Use {expected}.',
  },
  E_DATABASE_URL: {
    message: '{setting} is no address of a database: {reason}.',
    fix: 'Write postgres://user:password@host/name, mysql://user:password@host/name, sqlite:path/to/file or :memory:.',
  },
  E_DATABASE_PACKAGE: {
    message: 'The database connection "{connection}" needs the package {package}, which is not installed.',
    fix: 'Run `npm install {package}`.',
  },
  // Connections
  E_DATABASE_UNAVAILABLE: {
    message: 'The database "{connection}" is not reachable: {reason}.',
    fix: 'Start it, or correct its address; it is tried again with every query, without a restart.',
    status: 503,
  },
  E_DATABASE_FILE: {
    message: 'The database file {path} of "{connection}" cannot be opened: {reason}.',
    fix: 'Give the user of this process the right to read and write the file and its folder, or correct path or DATABASE_URL.',
    status: 503,
  },
  E_DATABASE_REFUSED: {
    message: 'The database "{connection}" refused the connection: {reason}.',
    fix: 'Correct user, password and name of the database in database.connections or DATABASE_URL.',
    status: 503,
  },
  E_DATABASE_BUSY: {
    message: 'No connection to the database "{connection}" was free within {seconds} s.',
    fix: 'In a transaction, query through the transaction and not through facades.DB(); keep transactions short; else raise pool.max.',
    status: 503,
  },
  E_DATABASE_TIMEOUT: {
    message: 'A query did not end within {seconds} s on the database "{connection}", and was cut off.',
    fix: 'See why it is slow; query_timeout of the connection is how long a query may take.',
    status: 503,
  },
  E_DATABASE_LOCKED: {
    message: 'Another process kept the database file of "{connection}" locked for more than {seconds} s.',
    fix: 'Keep transactions short, or raise busy_timeout of the connection.',
    status: 503,
  },
  E_DATABASE_FAILED: {
    message: 'The database "{connection}" could not say what is in "{table}": {reason}.',
    fix: 'See the cause; `npx taproot migrate` makes tables that are missing. The value was found neither there nor absent.',
    status: 503,
  },
  E_DATABASE_TRANSACTION: {
    message: 'A transaction did not end within {seconds} s on the database "{connection}", and was rolled back.',
    fix: 'Do what takes long before it or after it; transaction_timeout of the connection is how long a transaction may take.',
    status: 503,
  },
  E_DATABASE_CUT: {
    message: 'The connection to the database "{connection}" was cut while it was in use.',
    fix: 'The query that was late is reported on its own; what came after it in the same transaction was not run.',
    status: 503,
  },
  E_DATABASE_CLOSED: {
    message: 'The database "{connection}" was asked after the application had been closed.',
    fix: 'Wait for running work before close(), or do the work before.',
  },
  E_DATABASE_STREAM: {
    message: 'The database "{connection}" cannot stream rows.',
    fix: 'Read them page by page, for example where id > last, order by id, limit 1000.',
  },
  E_DATABASE_RETURNING: {
    message: 'returning() does not work on MySQL and MariaDB; the statement was not run.',
    fix: 'Use insertGetId(db, table, row) of @taproot/database for the key of a new row, else read the row again.',
  },
  // Values and names
  E_DATABASE_VALUE: {
    message: 'A query has {value} as a parameter, which the database "{connection}" cannot take as it is.',
    fix: 'Validate the input; give texts, numbers, bigints, booleans, null, dates or bytes, and JSON as text (JSON.stringify).',
  },
  E_DATABASE_SCHEMA: {
    message: 'A statement names a table or column that the database "{connection}" does not have: {reason}.',
    fix: 'Run `npx taproot migrate`; `npx taproot migrate:status` lists what has run. Else correct the name in the query.',
  },
  E_ROW_NONE: {
    message: 'No row can match: a value of the query is one that its column cannot hold.',
    fix: 'Validate the value (integer, max, uuid, date), or constrain the route parameter: where("id", "[0-9]+").',
    status: 404,
  },
  E_ROW_VALUE: {
    message:
      'No row can hold a value of this statement: a number is out of range, or a text is too long or has a zero character or half a character.',
    fix: 'Validate the value: max for numbers and texts, string for texts.',
    status: 422,
  },
  E_DATABASE_IDENTIFIER: {
    message: '{name} is no name of a table or column.',
    fix: 'Use letters, digits and underscores, a schema before a dot; never a name that came with a request.',
  },
  E_ROW_CONFLICT: {
    message: 'A row of "{table}" with the same {columns} is there already.',
    fix: 'Use another value, or change the row that is there.',
    status: 409,
  },
  // Migrations
  E_MIGRATION_FAILED: {
    message: 'The migration "{migration}" failed in {step}(): {reason}. {undone}',
    fix: 'Correct the migration and run it again.',
  },
  E_MIGRATION_LOAD: {
    message: 'The migration {file} cannot be loaded: {reason}.',
    fix: 'Correct the file; it exports up(db), and down(db) if it can be rolled back.',
  },
  E_MIGRATION_DRAFT: {
    message: 'Migrations in {folder} are still drafts and did not run: {migrations}.',
    fix: 'Write up() and down(), then remove the line `export const draft = true;`; or delete the file.',
  },
  E_MIGRATION_FOLDER: {
    message: 'The migrations in {folder} cannot be read: {reason}.',
    fix: 'Correct database.migrations, a folder of the application or a file URL.',
  },
  E_MIGRATION_MISSING: {
    message: 'Migrations have run of which there is no file in {folder}: {migrations}.',
    fix: 'Bring the files back, for example from the branch that has them.',
  },
  E_MIGRATION_ONE_WAY: {
    message: 'The migration "{migration}" cannot be rolled back: it exports no down().',
    fix: 'Write down(), or a new migration that undoes it.',
  },
  E_MIGRATION_MOVED: {
    message: 'Another process migrated the database "{connection}" while this one was to roll back.',
    fix: 'See `npx taproot migrate:status`, and roll back again.',
  },
  E_MIGRATIONS_FAILED: {
    message: 'The migrations of the database "{connection}" could not be run: {reason}.',
    fix: 'See the cause; no migration was begun.',
  },
});
