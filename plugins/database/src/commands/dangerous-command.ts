import { Command, Option } from '@taproot/console/command';
import { databasesOf } from '../connection/database-runtime.ts';
import { errors } from '../errors.ts';

/** The option for a connection. */
export const connectionOption = () =>
  Option.String('--connection', { description: 'Connection, when it is not the default one' });

/** A command that changes or drops rows: on a terminal it asks the user; without a terminal and in production it needs `--force`. */
export abstract class DangerousCommand extends Command {
  connection = connectionOption();
  force = Option.Boolean('--force', false, {
    description: 'Run in production, without a question, and without a terminal',
  });

  /**
   * Whether to continue. Asks the question, unless it is null.
   * @throws E_DATABASE_PRODUCTION in production without `--force`, E_DATABASE_UNASKED without a terminal.
   */
  protected async agree(question: string | null): Promise<boolean> {
    if (this.force) return true;
    const { name, settings } = databasesOf(this.app).connection(this.connection);
    if (this.app.config.app.env === 'production')
      throw errors.E_DATABASE_PRODUCTION({ command: this.path.join(' '), connection: name });
    if (question === null) return true;
    const place = settings.driver === 'sqlite' ? settings.path : `${settings.database} on ${settings.host}`;
    if (!this.interactive) throw errors.E_DATABASE_UNASKED({ command: this.path.join(' '), connection: name, place });
    if (await this.confirm(`${question} The connection is "${name}" (${place}).`, { default: false })) return true;
    this.line('Nothing was changed.');
    return false;
  }

  /** Runs seeders, and prints their names. */
  protected async seed(names: readonly string[] = []): Promise<number> {
    const told = (name: string): void => this.line(`${this.style.green('seeded')}  ${name}`);
    return (await this.app.facades.Seeder(this.connection).run(names, told)).length;
  }
}
