import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { cacheTables } from '../tables.ts';

/** `cache:table` writes a migration for the tables of values and locks. */
export class CacheTable extends TableCommand {
  static override paths = [['cache:table']];

  static override usage = TableCommand.Usage({
    details: 'For the store "database" of values or of locks.',
    examples: [['Into database/migrations', 'npx taproot cache:table']],
  });

  protected readonly migration = 'create_cache_tables';
  protected readonly tables = cacheTables;

  protected exists(file: string): Error {
    return errors.E_CACHE_TABLE_EXISTS({ file });
  }
}
