import { Command, Option } from '@taproot/console/command';

/** Loses its reader, with errors that systems give for it. */
export class Gone extends Command {
  static override paths = [['app:gone']];

  codes = Option.Rest();

  override async execute(): Promise<void> {
    for (const code of this.codes) process.stdout.emit('error', Object.assign(new Error(`write ${code}`), { code }));
    this.line('written to nobody');
  }
}
