import { Command } from '@taproot/console/command';
import { DangerousCommand } from './dangerous-command.ts';

/** `db:wipe`: drops every table and view. */
export class DbWipe extends DangerousCommand {
  static override paths = [['db:wipe']];

  static override usage = Command.Usage({
    details: 'Every table and view is dropped with its rows; on PostgreSQL, those of the current schema and its types.',
    examples: [['An empty database', 'npx taproot db:wipe']],
  });

  override async execute(): Promise<number> {
    if (!(await this.agree('Drop every table?'))) return 1;
    await this.app.facades.Migrator(this.connection).wipe();
    this.line('Every table was dropped.');
    return 0;
  }
}
