import { Command, Option, UsageError } from '@taproot/console/command';
import { connectionOption } from './dangerous-command.ts';

/** `migrate:rollback`: undoes the last migrations. */
export class MigrateRollback extends Command {
  static override paths = [['migrate:rollback']];

  static override usage = Command.Usage({
    details: 'The last one is undone first.',
    examples: [
      ['The last migration', 'npx taproot migrate:rollback'],
      ['The last three', 'npx taproot migrate:rollback --step 3'],
    ],
  });

  step = Option.String('--step', '1', { description: 'How many migrations to undo (default: 1)' });
  connection = connectionOption();

  override async execute(): Promise<number> {
    if (!/^[1-9]\d{0,3}$/.test(this.step))
      throw new UsageError(`--step takes a number of migrations, 1 or more, not "${this.step}".`);
    const undone = await this.app.facades.Migrator(this.connection).rollback({ step: Number(this.step) });
    for (const name of undone) this.line(`${this.style.yellow('undone')}  ${name}`);
    if (undone.length === 0) this.line('There is nothing to roll back.');
    return 0;
  }
}
