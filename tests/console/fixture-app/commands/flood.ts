import { Command } from '@taproot/console/command';

export class Flood extends Command {
  static override paths = [['app:flood']];

  override async execute(): Promise<void> {
    for (let row = 0; row < 20_000; row++) this.line('as many words as no pipe will hold at once');
  }
}
