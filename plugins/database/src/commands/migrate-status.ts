import { Command } from '@taproot/console/command';
import { connectionOption } from './dangerous-command.ts';

/** `migrate:status`: what ran, and when. */
export class MigrateStatus extends Command {
  static override paths = [['migrate:status']];

  static override usage = Command.Usage({
    details: 'It exits with 1 when a migration is pending or a draft, so that a deployment can tell.',
    examples: [['What has run', 'npx taproot migrate:status']],
  });

  connection = connectionOption();

  override async execute(): Promise<number> {
    const all = await this.app.facades.Migrator(this.connection).status();
    if (all.length === 0) this.line('There are no migrations. `npx taproot make:migration create_posts` writes one.');
    this.table(
      all.map(({ name, ran, missing, draft }) => [
        ran?.toISOString() ?? (draft ? 'draft' : 'pending'),
        name,
        missing ? 'no file' : '',
      ]),
    );
    return all.some(({ ran }) => ran === null) ? 1 : 0;
  }
}
