import { FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import type { MigrationResult } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';

/** The error of a failed run: which migration failed, why, and the state of the others. */
export const migrationError = (
  { name: connection, settings }: Connection,
  cause: unknown,
  results: readonly MigrationResult[],
): FrameworkError => {
  if (cause instanceof FrameworkError && cause.code === 'E_MIGRATION_MOVED') return cause;
  const reason = reasonOf(cause);
  const failed = results.find(({ status }) => status === 'Error');
  if (failed === undefined)
    return cause instanceof FrameworkError ? cause : errors.E_MIGRATIONS_FAILED({ connection, reason }, { cause });
  const step = failed.direction === 'Up' ? 'up' : 'down';
  const done = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  const undone = settings.driver === 'mysql' ? whatStays(done) : whatWasUndone(done);
  return errors.E_MIGRATION_FAILED({ migration: failed.migrationName, step, reason, undone }, { cause });
};

const whatWasUndone = (done: readonly string[]): string =>
  done.length === 0
    ? 'All it did was rolled back.'
    : `All of this run was rolled back, ${done.join(', ')} before it included.`;

/** MySQL commits with every statement on tables. */
const whatStays = (done: readonly string[]): string =>
  `MySQL and MariaDB roll no table back: what it did before it failed stays${done.length === 0 ? '' : `, and so do ${done.join(', ')}`}.`;
