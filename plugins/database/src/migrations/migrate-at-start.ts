import { setTimeout as pause } from 'node:timers/promises';
import { type FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import type { Migrations } from './migrations.ts';

/** Milliseconds between two attempts. */
const shortest = 100;
const longest = 1000;

/** The limits of a start, and the receiver of its notices. */
export interface StartTerms {
  readonly connection: string;
  /** Seconds for which a server that cannot be reached is tried again. */
  readonly seconds: number;
  readonly warn: (notice: FrameworkError) => void;
}

/**
 * Runs pending migrations before the server opens. A server that cannot be reached is tried again: in a new deployment, it often starts at
 * the same time. Waiting for another process has no limit, because ending this one would not make the migration faster.
 */
export const migrateAtStart = async (
  migrations: Migrations,
  { connection, seconds, warn }: StartTerms,
): Promise<void> => {
  const end = performance.now() + seconds * 1000;
  for (let attempt = 0; ; attempt++) {
    try {
      await migrations.latest({ allowNewer: true });
      return;
    } catch (error) {
      const wait = Math.min(shortest * 2 ** attempt, longest);
      if (!hasCode(error, 'E_DATABASE_UNAVAILABLE') || performance.now() + wait > end) throw error;
      const { cause = error } = error instanceof Error ? error : {};
      if (attempt === 0) warn(errors.E_MIGRATION_UNREACHED({ connection, seconds, reason: reasonOf(cause) }));
      await pause(wait);
    }
  }
};
