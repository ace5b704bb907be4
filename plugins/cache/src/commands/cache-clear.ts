import { Command } from '@taproot/console/command';

/** `cache:clear` removes all values that processes share. */
export class CacheClear extends Command {
  static override paths = [['cache:clear']];

  static override usage = Command.Usage({
    details:
      'Locks and idempotency keys stay. Each process clears its own memory only with two levels, or when it restarts.',
    examples: [['After a deployment that changed the shape of values', 'npx taproot cache:clear']],
  });

  override async execute(): Promise<void> {
    if (this.app.config.cache.store === 'memory') {
      this.line('Values are in the memory of each process (cache.store): restart the server to remove them.');
      return;
    }
    await this.app.facades.Cache().flush();
    this.line(`${this.style.green('cleared')}  ${this.app.config.cache.store}`);
  }
}
