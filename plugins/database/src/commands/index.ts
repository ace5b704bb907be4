import type { CommandEntry } from '@taproot/console';

/** The console commands of databases. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'migrate',
    description: 'Run the migrations that have not run',
    load: async () => (await import('./migrate.ts')).Migrate,
  },
  {
    path: 'migrate:rollback',
    description: 'Undo the last migration that ran',
    load: async () => (await import('./migrate-rollback.ts')).MigrateRollback,
  },
  {
    path: 'migrate:status',
    description: 'List the migrations and when they ran',
    load: async () => (await import('./migrate-status.ts')).MigrateStatus,
  },
  {
    path: 'make:migration',
    description: 'Write a new migration',
    load: async () => (await import('./make-migration.ts')).MakeMigration,
  },
];
