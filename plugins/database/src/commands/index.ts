import type { CommandModule } from '@taproot/console';

/** The console commands of databases. */
export const commands: CommandModule['commands'] = [
  {
    path: 'migrate',
    description: 'Run the migrations that have not run',
    load: async () => (await import('./migrate-commands.ts')).Migrate,
  },
  {
    path: 'migrate:rollback',
    description: 'Undo the last migration that ran',
    load: async () => (await import('./migrate-commands.ts')).MigrateRollback,
  },
  {
    path: 'migrate:status',
    description: 'List the migrations and when they ran',
    load: async () => (await import('./migrate-commands.ts')).MigrateStatus,
  },
  {
    path: 'make:migration',
    description: 'Write a new migration',
    generator: async () => (await import('./make-migration.ts')).makeMigration,
  },
  {
    path: 'migrate:fresh',
    description: 'Drop every table and run all migrations',
    load: async () => (await import('./migrate-commands.ts')).MigrateFresh,
  },
  {
    path: 'migrate:refresh',
    description: 'Roll back every migration and run all again',
    load: async () => (await import('./migrate-commands.ts')).MigrateRefresh,
  },
  {
    path: 'db:wipe',
    description: 'Drop every table and view',
    load: async () => (await import('./db-commands.ts')).DbWipe,
  },
  {
    path: 'db:seed',
    description: 'Fill tables with the rows of the seeders',
    load: async () => (await import('./db-commands.ts')).DbSeed,
  },
  {
    path: 'db:show',
    description: 'List tables with their rows and sizes, or the columns of one',
    load: async () => (await import('./db-show.ts')).DbShow,
  },
  {
    path: 'db:query',
    description: 'Run a statement that only reads, and print its rows',
    load: async () => (await import('./db-query.ts')).DbQuery,
  },
  {
    path: 'make:seeder',
    description: 'Write a new seeder',
    generator: async () => (await import('./make-seeder.ts')).makeSeeder,
  },
  {
    path: 'make:factory',
    description: 'Write a factory of the rows of a table',
    generator: async () => (await import('./make-factory.ts')).makeFactory,
  },
];
