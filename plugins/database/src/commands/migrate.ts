import { Command, Option } from '@taproot/console/command';

/** `migrate`: runs what has not run. */
export class Migrate extends Command {
  static override paths = [['migrate']];

  static override usage = Command.Usage({
    details: 'Several processes may run it at once: one does the work, the others wait for it.',
    examples: [
      ['Every pending migration', 'npx taproot migrate'],
      ['On another connection', 'npx taproot migrate --database reports'],
    ],
  });

  database = Option.String('--database', { description: 'Connection, when it is not the default one' });

  override async execute(): Promise<number> {
    const ran = await this.app.facades.Migrator(this.database).latest();
    for (const name of ran) this.line(`${this.style.green('ran')}  ${name}`);
    if (ran.length === 0) this.line('There is nothing to migrate.');
    return 0;
  }
}
