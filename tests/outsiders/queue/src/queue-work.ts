import { Command, Option } from '@taproot/console/command';

/** `queue:work`: works off jobs until SIGINT or SIGTERM, and finishes the one at hand. */
export class QueueWork extends Command {
  static override paths = [['queue:work']];

  stopWhenEmpty = Option.Boolean('--stop-when-empty', false, { description: 'End when no job waits' });

  override async execute(): Promise<void> {
    const { signal, stopWhenEmpty } = this;
    this.line('Waiting for jobs.');
    const done = await this.app.facades.Queue().work({ signal, stopWhenEmpty });
    this.line(`Done: ${done}`);
  }
}
