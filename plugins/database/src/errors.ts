import { defineErrors } from '@taproot/core';

/** Errors of databases: configuration, connections, values, migrations. */
export const errors = defineErrors({
  // Configuration
  E_DATABASE_UNKNOWN: {
    message: 'The database connection "{connection}" does not exist.{hint}',
    fix: 'Configure it in database.connections, or use one of {known}.',
  },
  E_DATABASE_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/database.ts or in the options of database(), or remove it to keep its default.',
  },
  E_DATABASE_URL: {
    message: '{setting} is not a valid database address: {reason}.',
    fix: 'Write postgres://user:password@host/name, mysql://user:password@host/name, sqlite:path/to/file or :memory:.',
  },
  E_DATABASE_PACKAGE: {
    message: 'The database connection "{connection}" needs the package {package}, which is not installed.',
    fix: 'Run `npm install {package}`.',
  },
  E_DATABASE_WORKER: {
    message: '{setting} contains {placeholder}, but the application does not run in the environment "testing".',
    fix: 'Write {placeholder} in .env.testing only, where it becomes the number of a test worker.',
  },
  E_DATABASE_TESTS: {
    message: 'refreshDatabase() does not touch {database} of the connection "{connection}": {reason}.',
    fix: 'In .env.testing write a database of each test worker, such as {example}, and boot with APP_ENV=testing. A variable DATABASE_URL of the shell wins over the file.',
  },
  // Connections
  E_DATABASE_UNAVAILABLE: {
    message: 'The database "{connection}" cannot be reached: {reason}.',
    fix: 'Start the database, or correct its address. Every query tries again, without a restart.',
    status: 503,
  },
  E_DATABASE_READ_ONLY: {
    message: 'The server of the database "{connection}" does not accept writes.',
    fix: 'Let the address lead to the primary. For a replica that only serves reads, set read_only: true on the connection.',
    status: 503,
  },
  E_DATABASE_FILE: {
    message: 'The database file {path} of "{connection}" cannot be opened: {reason}.',
    fix: 'Allow the user of this process to read and write the file and its folder, or correct `path` or DATABASE_URL.',
    status: 503,
  },
  E_DATABASE_REFUSED: {
    message: 'The database "{connection}" refused the connection: {reason}.',
    fix: 'Correct the user, the password or the database name in database.connections or DATABASE_URL.',
    status: 503,
  },
  E_DATABASE_BUSY: {
    message: 'No connection to the database "{connection}" became free within {seconds} s.',
    fix: 'Inside a transaction, query through the transaction instead of facades.DB(), and put middleware.transaction() behind middleware.auth(). Keep transactions short. Otherwise raise pool.max.',
    status: 503,
  },
  E_DATABASE_TIMEOUT: {
    message: 'A query on the database "{connection}" took longer than {seconds} s and was cancelled.',
    fix: 'Find out why the query is slow. query_timeout of the connection sets the limit.',
    status: 503,
  },
  E_DATABASE_LOCKED: {
    message: 'Another process kept the database file of "{connection}" locked for more than {seconds} s.',
    fix: 'Keep transactions short, or raise busy_timeout of the connection.',
    status: 503,
  },
  E_DATABASE_FAILED: {
    message: 'The lookup in the table "{table}" of the database "{connection}" failed: {reason}.',
    fix: 'See the cause. `npx taproot migrate` creates missing tables. Whether the value exists is unknown.',
    status: 503,
  },
  E_DATABASE_TRANSACTION: {
    message: 'A transaction on the database "{connection}" took longer than {seconds} s and was rolled back.',
    fix: 'Move slow work out of the transaction. transaction_timeout of the connection sets the limit.',
    status: 503,
  },
  E_DATABASE_CUT: {
    message: 'The connection to the database "{connection}" was cut while it was in use.',
    fix: 'The late query is reported separately. Later queries of the same transaction did not run.',
    status: 503,
  },
  E_DATABASE_ENDED: {
    message: 'A transaction on the database "{connection}" ended before its commit: {reason}.',
    fix: 'Do not catch an error and go on in the same transaction: let it reject, so that transaction() can run it again. Change tables outside of transactions on MySQL and MariaDB.',
  },
  E_DATABASE_NESTED: {
    message:
      'A transaction on the database "{connection}" was rolled back: transaction() inside of it failed, and its error was caught ({reason}).',
    fix: 'Let the error reject the outer transaction too. Work that may fail alone belongs after the commit, or behind a savepoint() of startTransaction().',
  },
  E_DATABASE_CLOSED: {
    message: 'The database "{connection}" was used after the application had been closed.',
    fix: 'Finish all work that uses the database before close().',
  },
  E_DATABASE_STREAM: {
    message: 'The database "{connection}" cannot stream rows.',
    fix: 'Read pages instead, for example: where id > last, order by id, limit 1000.',
  },
  E_DATABASE_RETURNING: {
    message: 'returning() does not work on MySQL and MariaDB; the statement was not run.',
    fix: 'Use insertGetId(db, table, row) of @taproot/database to get the key of a new row, or read the row again.',
  },
  E_DATABASE_RETRIES: {
    message: 'A transaction cannot be retried {retries} times.',
    fix: 'Give a whole number, 0 or more: transaction(db, work, { retries: 3 }).',
  },
  E_DATABASE_AFTER_COMMIT: {
    message: 'afterCommit() was called with a transaction of db.transaction(), which does not run callbacks.',
    fix: 'Begin the transaction with transaction(db, work) of @taproot/database.',
  },
  // Values and names
  E_DATABASE_VALUE: {
    message: 'A query has {value} as a parameter, but the database "{connection}" does not accept that.',
    fix: 'Validate the input. Pass strings, numbers, bigints, booleans, null, dates or bytes, and JSON as a string (JSON.stringify).',
  },
  E_DATABASE_SCHEMA: {
    message: 'A statement uses a table or column that does not exist in the database "{connection}": {reason}.',
    fix: 'Run `npx taproot migrate`, or correct the name in the query. `npx taproot migrate:status` lists the migrations that have run.',
  },
  E_ROW_NONE: {
    message: 'No row can match: the query has a value that its column cannot hold.',
    fix: 'Validate the value (integer, max, uuid, date), or constrain the route parameter: where("id", "[0-9]+").',
    status: 404,
  },
  E_ROW_VALUE: {
    message:
      'The statement has a value that no column can hold: a number out of range, or a string that is too long or has a NUL or an unpaired surrogate.',
    fix: 'Validate the value with the rules max and string.',
    status: 422,
  },
  E_DATABASE_IDENTIFIER: {
    message: '{name} is not a valid table or column name.',
    fix: 'Use letters, digits and underscores, with a schema before a dot. Never use a name that a client sent.',
  },
  E_ROW_CONFLICT: {
    message: '"{table}" already has a row with the same {columns}.',
    fix: 'Use another value, or update the existing row.',
    status: 409,
  },
  // Pages
  E_PAGE_OPTION: {
    message: 'A page cannot be read with {option} = {value}.',
    fix: 'Validate the input with pageRules() or cursorRules(). page and per_page are whole numbers from 1 on; by names a column.',
  },
  E_PAGE_CURSOR: {
    message: 'The cursor does not belong to this list.',
    fix: 'Send a cursor as the list gave it, with the same sort; leave it out for the first page.',
    status: 422,
  },
  E_PAGE_COLUMN: {
    message: 'cursorPaginate() cannot order rows by "{column}": {reason}.',
    fix: 'Order by numbers, short strings, booleans and dates, with a unique column last.',
  },
  E_PAGE_ORDER: {
    message: 'cursorPaginate() orders and limits the rows, but the query has {clause}() of its own.',
    fix: 'Remove {clause}() from the query. `by` gives the order, and `per_page` the number of rows.',
  },
  E_PAGE_SORT: {
    message: 'The list cannot be sorted by "{sort}".',
    fix: 'Use one of {columns}. Validate the input with pageRules({ sort: [...] }).',
    status: 422,
  },
  // Migrations
  E_DATABASE_COLUMN: {
    message: 'The column type {type} does not exist on every engine.',
    fix: 'Use {expected}.',
  },
  E_MIGRATION_FAILED: {
    message: 'The migration "{migration}" failed in {step}(): {reason}. {undone}',
    fix: 'Correct the migration and run it again.',
  },
  E_MIGRATION_LOAD: {
    message: 'The migration {file} cannot be loaded: {reason}.',
    fix: 'Correct the file. It must export up(db), and down(db) if it can be rolled back.',
  },
  E_MIGRATION_DRAFT: {
    message: 'Migrations in {folder} are still drafts and did not run: {migrations}.',
    fix: 'Write up() and down(), then remove the line `export const draft = true;`; or delete the file.',
  },
  E_MIGRATION_PENDING: {
    message: 'Migrations have not run: {migrations}.',
    fix: 'Run `npx taproot migrate`, or set database.migrate_on_boot.',
  },
  E_MIGRATION_FOLDER: {
    message: 'The migrations in {folder} cannot be read: {reason}.',
    fix: 'Correct database.migrations, a folder of the application or a file URL.',
  },
  E_MIGRATION_MISSING: {
    message: 'Some migrations have run, but {folder} has no file for them: {migrations}.',
    fix: 'Restore the files, for example from another branch.',
  },
  E_MIGRATION_NEWER: {
    message:
      'The database is newer than this version: {folder} has no file for migrations that have run: {migrations}.',
    fix: 'Do nothing while a newer version starts or was taken back. Otherwise restore the files. `npx taproot migrate` refuses to run.',
  },
  E_MIGRATION_WAITING: {
    message: 'This process has waited {seconds} s to migrate the database "{connection}": {holder} holds the lock.',
    fix: 'Do nothing: it goes on when the other process has migrated or has ended.',
  },
  E_MIGRATION_RUNNING: {
    message: 'The migration "{migration}" of the database "{connection}" has run for {seconds} s.',
    fix: 'Do nothing if the table is large. Otherwise look for a transaction that keeps the table locked.',
  },
  E_MIGRATION_UNREACHED: {
    message:
      'The database "{connection}" cannot be reached yet ({reason}). The start tries again for at most {seconds} s.',
    fix: 'Start the database. app.boot_timeout sets the limit.',
  },
  E_MIGRATION_ONE_WAY: {
    message: 'The migration "{migration}" cannot be rolled back: it exports no down().',
    fix: 'Write down(), or write a new migration that reverts it.',
  },
  E_MIGRATION_MOVED: {
    message: 'Another process migrated the database "{connection}" while this one was rolling back.',
    fix: 'Check `npx taproot migrate:status`, then roll back again.',
  },
  E_DATABASE_PRODUCTION: {
    message: '`{command}` does not run in production: it would change the rows of the connection "{connection}".',
    fix: 'Add --force when that is what you want.',
  },
  E_DATABASE_STATEMENT: {
    message: '`db:query` does not run this statement: {reason}.',
    fix: 'Write one statement that reads, such as `select * from posts`. Change rows with a migration, a seeder or `npx taproot repl`.',
  },
  E_DATABASE_UNASKED: {
    message:
      '`{command}` deletes rows of the connection "{connection}" ({place}), and cannot ask because it does not run on a terminal.',
    fix: 'Add --force when that is what you want.',
  },
  E_SEEDER_UNKNOWN: {
    message: 'The seeder "{name}" does not exist in {folder}.{hint}',
    fix: 'Write it with `npx taproot make:seeder {name}`, or correct the name.',
  },
  E_SEEDER_LOAD: {
    message: 'The seeder {file} cannot be loaded: {reason}.',
    fix: 'Correct the file. It must export seed(db).',
  },
  E_SEEDER_FOLDER: {
    message: 'The seeders in {folder} cannot be read: {reason}.',
    fix: 'Correct database.seeders, a folder of the application or a file URL.',
  },
  E_FACTORY_STATE: {
    message: 'The factory of "{table}" has no state "{state}".{hint}',
    fix: 'Define it under `states` of defineFactory(), or correct the name.',
  },
  E_FACTORY_COUNT: {
    message: 'A factory cannot make {count} rows.',
    fix: 'Give a whole number, 0 or more.',
  },
  E_FACTORY_ROW: {
    message: 'The factory inserted a row into "{table}" but cannot find it again.',
    fix: 'Name the column that identifies a row in defineFactory(): key: "name".',
  },
  E_MIGRATIONS_FAILED: {
    message: 'The migrations of the database "{connection}" could not be run: {reason}.',
    fix: 'See the cause. No migration was started.',
  },
});
