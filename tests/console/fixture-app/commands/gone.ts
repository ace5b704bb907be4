import { Command, Option } from '@taproot/console/command';

/** Loses its reader, with the error that the system gives for it. */
export class Gone extends Command {
  static override paths = [['app:gone']];

  code = Option.String();

  override async execute(): Promise<void> {
    process.stdout.emit('error', Object.assign(new Error(`write ${this.code}`), { code: this.code }));
    this.line('written to nobody');
  }
}
