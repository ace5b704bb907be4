import { Command } from '@taproot/console/command';
import { connectionOption } from './dangerous-command.ts';

/** `migrate`: runs what has not run. */
export class Migrate extends Command {
  static override paths = [['migrate']];

  static override usage = Command.Usage({
    details: 'Several processes may run it at once: one does the work, the others wait for it.',
    examples: [
      ['Every pending migration', 'npx taproot migrate'],
      ['On another connection', 'npx taproot migrate --connection reports'],
    ],
  });

  connection = connectionOption();

  override async execute(): Promise<number> {
    const ran = await this.app.facades.Migrator(this.connection).latest();
    for (const name of ran) this.line(`${this.style.green('ran')}  ${name}`);
    if (ran.length === 0) this.line('There is nothing to migrate.');
    return 0;
  }
}
