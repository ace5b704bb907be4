import { Command } from '@taproot/console/command';

/** Leaves a timer behind, as a plugin may that forgets it, and more output than a pipe holds at once. */
export class Hold extends Command {
  static override paths = [['app:hold']];

  override async execute(): Promise<number> {
    setInterval(() => undefined, 1000);
    this.line('.'.repeat(1_000_000));
    this.context.stderr.write('!'.repeat(1_000_000));
    return 3;
  }
}
