import { Command, Option } from '@taproot/console/command';

export class About extends Command {
  static override paths = [['about']];

  code = Option.String('--code', '0', { description: 'The exit code' });

  override async execute(): Promise<number> {
    this.line(`fixture at ${this.app.basePath}`);
    return Number(this.code);
  }
}
