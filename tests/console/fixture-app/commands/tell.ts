import { Command, Option } from '@taproot/console/command';

export class Tell extends Command {
  static override paths = [['tell']];

  code = Option.String('--code', '0', { description: 'The exit code' });

  override async execute(): Promise<number> {
    this.line(`fixture at ${this.app.basePath}`);
    return Number(this.code);
  }
}
