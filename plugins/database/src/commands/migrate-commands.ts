import { Command, Option, UsageError } from '@taproot/console/command';
import { connectionOption, DangerousCommand } from './dangerous-command.ts';

/** `migrate`: runs the migrations that have not run. */
export class Migrate extends Command {
  static override paths = [['migrate']];

  static override usage = Command.Usage({
    details: 'Several processes may run it at once: one does the work, the others wait for it.',
    examples: [
      ['Every pending migration', 'npx taproot migrate'],
      ['On another connection', 'npx taproot migrate --connection reports'],
      ['Nothing, but exit with 1 if one is pending', 'npx taproot migrate --check'],
    ],
  });

  check = Option.Boolean('--check', false, { description: 'Run nothing; exit with 1 if a migration is pending' });
  connection = connectionOption();

  override async execute(): Promise<number> {
    if (this.check) return this.#check();
    const ran = await this.app.facades.Migrator(this.connection).latest();
    for (const name of ran) this.line(`${this.style.green('ran')}  ${name}`);
    if (ran.length === 0) this.line('There is nothing to migrate.');
    return 0;
  }

  /** A database that a newer version has migrated is ready for this one, too. */
  async #check(): Promise<number> {
    const pending = (await this.app.facades.Migrator(this.connection).status()).filter(({ ran }) => ran === null);
    for (const { name, draft } of pending) this.line(`${this.style.yellow(draft ? 'draft' : 'pending')}  ${name}`);
    if (pending.length === 0) this.line('There is nothing to migrate.');
    return pending.length === 0 ? 0 : 1;
  }
}

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

/** `migrate:status`: lists migrations, and when they ran. */
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

/** `migrate:fresh`: drops everything and runs all migrations. */
export class MigrateFresh extends DangerousCommand {
  static override paths = [['migrate:fresh']];

  static override usage = Command.Usage({
    details:
      'Every table and view is dropped with its rows, also those that no migration made. Then all migrations run.',
    examples: [
      ['Start from nothing', 'npx taproot migrate:fresh'],
      ['With the rows of the seeders', 'npx taproot migrate:fresh --seed'],
    ],
  });

  seeds = Option.Boolean('--seed', false, { description: 'Run the seeders afterwards' });

  override async execute(): Promise<number> {
    if (!(await this.agree('Drop every table and run all migrations?'))) return 1;
    for (const name of await this.app.facades.Migrator(this.connection).fresh())
      this.line(`${this.style.green('ran')}  ${name}`);
    if (this.seeds) await this.seed();
    return 0;
  }
}

/** `migrate:refresh`: undoes all migrations and runs them again, which also tests each `down()`. */
export class MigrateRefresh extends DangerousCommand {
  static override paths = [['migrate:refresh']];

  static override usage = Command.Usage({
    details: 'Every migration is rolled back with its down(), then all run. Tables that no migration made stay.',
    examples: [
      ['Down and up again', 'npx taproot migrate:refresh'],
      ['With the rows of the seeders', 'npx taproot migrate:refresh --seed'],
    ],
  });

  seeds = Option.Boolean('--seed', false, { description: 'Run the seeders afterwards' });

  override async execute(): Promise<number> {
    if (!(await this.agree('Roll back every migration and run all again?'))) return 1;
    const migrator = this.app.facades.Migrator(this.connection);
    for (const name of await migrator.rollback({ step: Number.POSITIVE_INFINITY }))
      this.line(`${this.style.yellow('undone')}  ${name}`);
    for (const name of await migrator.latest()) this.line(`${this.style.green('ran')}  ${name}`);
    if (this.seeds) await this.seed();
    return 0;
  }
}
